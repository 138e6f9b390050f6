#!/usr/bin/env bash
# Install what the checks with real clients need. Installed programs are skipped.
#
#   tests/clients/setup.sh [VENV_DIR]        (default: target/clients-venv)
#
# Debian packages: xboard, uci2wb, xvfb, xdotool, imagemagick, fairy-stockfish, parallel,
# chromium, strace, qemu-user-static.
# Optional: sjaakii and hoichess as opponents.
# Python packages, in a virtual environment: pyffish, cchess, maturin.
# From crates.io: xiangqi_tui, in VENV_DIR-xiangqi_tui.
# Optional: Xiangqi Lab, in VENV_DIR-xiangqilab, if there is a Python 3.13 or later with Tk.
# Exit status: 0 if all required ones are installed, 1 with a list of the missing ones.
# Environment: PYTHON, the interpreter that the virtual environment is made from
# (default python3); APT=0 checks for the programs but never calls apt-get.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
venv=${1:-$root/target/clients-venv}
python=${PYTHON:-python3}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
missing=()

say() { printf 'setup: %s\n' "$*"; }
show_log() { tail -n 15 "$log" | sed 's/^/setup:   /' >&2; }

# Debian keeps games out of root's usual PATH.
export PATH="$PATH:/usr/games"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"
    else echo "not root, and there is no sudo" >&2; return 1
    fi
}

has_apt() { [ "${APT:-1}" != 0 ] && command -v apt-get >/dev/null 2>&1; }
install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >"$log" 2>&1; }

# --- programs ---------------------------------------------------------------

# package:program; the program's presence is what counts.
programs=(xboard:xboard uci2wb:uci2wb xvfb:Xvfb xdotool:xdotool
          imagemagick:import fairy-stockfish:fairy-stockfish
          parallel:parallel chromium:chromium strace:strace
          qemu-user-static:qemu-aarch64-static)

absent_packages() {
    local pair
    for pair in "${programs[@]}"; do
        command -v "${pair#*:}" >/dev/null 2>&1 || echo "${pair%%:*}"
    done
}

mapfile -t wanted < <(absent_packages)
if [ "${#wanted[@]}" -eq 0 ]; then
    say "programs: all present"
elif ! has_apt; then
    say "programs: apt-get is disabled or not installed"
else
    say "programs: installing ${wanted[*]}"
    if ! as_root apt-get update -qq >"$log" 2>&1; then
        say "apt-get update failed; using the present package lists" >&2
        show_log
    fi
    # One at a time, so that one refused package does not take the rest with it.
    for package in "${wanted[@]}"; do
        if ! install "$package"; then
            say "could not install $package:" >&2
            show_log
        fi
    done
fi
mapfile -t still < <(absent_packages)
missing+=("${still[@]}")

# Optional opponents.
for pair in sjaakii:sjaakii hoichess:hoixiangqi; do
    if has_apt && ! command -v "${pair#*:}" >/dev/null 2>&1; then
        install "${pair%%:*}" || say "could not install ${pair%%:*}, going on without"
    fi
done

# --- Python -----------------------------------------------------------------

modules=(pyffish cchess maturin)
has_module() { "$venv/bin/python" -c "import $1" >/dev/null 2>&1; }

if ! [ -x "$venv/bin/python" ]; then
    say "python: making $venv"
    mkdir -p "$(dirname "$venv")"
    if ! "$python" -m venv "$venv" >"$log" 2>&1; then
        say "could not make the virtual environment (Debian: python3-venv):" >&2
        show_log
    fi
fi
for module in "${modules[@]}"; do
    if ! [ -x "$venv/bin/python" ]; then
        missing+=("$module")
    elif has_module "$module"; then
        say "python: $module present"
    else
        say "python: installing $module (may compile, a minute or more)"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
            "$module" >"$log" 2>&1
        if ! has_module "$module"; then
            say "could not install $module:" >&2
            show_log
            missing+=("$module")
        fi
    fi
done

# xiangqi_tui, without optimisation, which takes less time.
if ! [ -x "$venv-xiangqi_tui/bin/xiangqi_tui" ]; then
    say "xiangqi_tui: compiling, a minute or two"
    cargo install --quiet --debug --locked --root "$venv-xiangqi_tui" xiangqi_tui@0.1.0 >"$log" 2>&1 ||
        { say "could not install xiangqi_tui:" >&2; show_log; missing+=(xiangqi_tui); }
fi

# Xiangqi Lab.
if ! [ -x "$venv-xiangqilab/bin/xiangqilab" ]; then
    newest=
    for candidate in "$(command -v python3)" /usr/bin/python3.1[3-9] "$HOME"/.pyenv/versions/3.1[3-9]*/bin/python; do
        "$candidate" -c "import sys, tkinter; sys.exit(sys.version_info < (3, 13))" >/dev/null 2>&1 && newest=$candidate
    done
    if [ -z "$newest" ]; then
        say "xiangqilab: no Python 3.13 with Tk, going on without"
    else
        say "xiangqilab: installing Xiangqi Lab"
        "$newest" -m venv "$venv-xiangqilab" >"$log" 2>&1 &&
            "$venv-xiangqilab/bin/python" -m pip install --quiet --disable-pip-version-check xiangqilab==1.2.0 >"$log" 2>&1 ||
            { say "could not install Xiangqi Lab, going on without:"; show_log; }
    fi
fi

if [ "${#missing[@]}" -gt 0 ]; then
    say "MISSING: ${missing[*]}" >&2
    exit 1
fi
say "ready; python is $venv/bin/python"
