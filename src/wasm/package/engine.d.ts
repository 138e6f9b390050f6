/** A request. `id` is any JSON value and is repeated in each reply; `lang` is the language of errors, by default English. `docs/browser.md` describes the fields. */
export type Request = { id?: unknown; lang?: "en" | "zh" } & (
  | ({
      request: "solve";
      /** What to find, by default `mate`. */
      kind?: "mate" | "best" | "draw";
      /** Whether to find out if another first move mates as fast. */
      unique?: boolean;
      /** Whether to return the winner's move after every defence. */
      lines?: boolean;
      /** In which positions of a mate to find the other moves that mate: those of the principal variation, or after every defence. */
      audit?: "main" | "all";
    } & Game &
      Limits)
  | ({
      request: "judge";
      /** How often a position must occur to be judged, from 2 to 9, by default 3. */
      repeat_count?: number;
      /** Moves by each side without a capture after which the game is drawn, 0 to 500, by default 60; 0 for no limit. */
      move_limit?: number;
    } & Game)
  | ({ request: "notation" } & Omit<Game, "rules">)
  | ({ request: "review" } & Game & Limits)
  | ({
      request: "read_games";
      /** The format, by default shown by the extension of `name` or by the contents. */
      format?: "pgn" | "xqf" | "cbr" | "cbl" | "ubb" | "txt";
      /** The encoding of text, by default detected; without effect in XQF, CBR and CBL. */
      encoding?: Encoding;
    } & File)
  | {
      request: "write_games";
      games: GameFile[];
      /** The format, by default `pgn`. XQF holds one game. */
      format?: "pgn" | "xqf" | "ubb" | "txt";
      /** The notation of moves in PGN, by default `iccs`. */
      notation?: "iccs" | "chinese" | "wxf";
      /** The encoding of text, by default `utf-8`; without effect in XQF. */
      encoding?: Encoding;
    }
  | ({ request: "read_puzzles" } & File)
  | { request: "stop" }
);

export interface Game {
  /** The position in which the game began, by default the initial one. */
  fen?: string;
  /** The moves played from it, in any notation. */
  moves?: string[];
  /** The rules of repetition, by default `asian`. */
  rules?: "asian" | "chinese" | "simple";
}

export type Encoding = "utf-8" | "gb18030" | "big5" | "utf-16";

export interface File {
  /** The contents in Base64. */
  file: string;
  /** The name, whose extension shows the format. */
  name?: string;
}

/** A game of a file, which `read_games` returns and `write_games` writes. */
export interface GameFile {
  /** Names and values. */
  tags?: [string, string][];
  /** The position in which the game began, by default the initial one. */
  fen?: string;
  /** The comment before the first move. */
  comment?: string;
  /** The moves of the main line and of all variations, each after its parent. */
  moves?: GameFileMove[];
}

export interface GameFileMove {
  /** The index of the move before it, null for a first move. Of several moves with one parent the first is the main one. */
  parent: number | null;
  move: string;
  /** The comment before a variation. */
  before?: string;
  /** The comment after the move. */
  comment?: string;
  /** Numeric annotation glyphs: 1 for a good move, 2 for a mistake, and so on. */
  nags?: number[];
}

/** The limits of a search; the first one reached ends it. */
export interface Limits {
  /** Depth, or the length of a mate, in plies. */
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
}

/** A reply to a request, or an error. */
export interface Reply {
  id: unknown;
  /** The result, in the last reply to a request. */
  result?: unknown;
  /** A reviewed move. */
  move?: unknown;
  /** Why there is no result. */
  error?: string;
  /** True if the engine has ended. A new one must be started. */
  fatal?: true;
}

/** A message to the engine: lines of UCCI or UCI, or a request. */
export type Message = string | Request;
/** A message of the engine: a line of UCCI or UCI, or a reply. */
export type Answer = string | Reply;

/** The files of an engine. */
export interface Files {
  module: WebAssembly.Module;
  network: Uint8Array;
}

/** Returns the name of the fastest module that this host can run. */
export function moduleName(): string;

/**
 * Reads and compiles the files of an engine, which several engines may share.
 *
 * @param options `base` is the folder of the files, by default that of this script; `module` the name of the module.
 */
export function loadFiles(options?: { base?: URL; module?: string }): Promise<Files>;

/** An engine in this thread, in which it works for about 12 ms at a time. */
export class Engine {
  private constructor();
  /** Creates an engine. `onmessage` receives its messages. Rejects if a file cannot be read or used. */
  static create(onmessage: (answer: Answer) => void, files?: Files): Promise<Engine>;
  /** Sends a message to the engine. */
  postMessage(message: Message): void;
}

declare global {
  /** Declared here too for projects without the types of `dom`. */
  namespace WebAssembly {
    interface Module {}
  }
}
