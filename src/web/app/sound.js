// @ts-check
/** The sound of a move: a short tone, lower for a capture. */

/** @type {AudioContext | null} */
let context = null;

/** Plays the sound. @param {boolean} captures */
export function playSound(captures) {
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.frequency.value = captures ? 220 : 440;
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.12);
}
