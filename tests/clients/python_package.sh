#!/usr/bin/env bash
# Build the Python package as a wheel, install it into a fresh virtual environment, and test it there: its API and
# program, its types (mypy --strict, stubtest), the examples of its pages, and its agreement with pyffish.
#
#   tests/clients/python_package.sh VENV OUT
#
# VENV has maturin (setup.sh installs it). The wheel is built with the profile `dev`, because the release profile takes
# minutes, and `cargo test` has built the dependencies with `dev`.
# Exit status: 0 if all tests pass, 2 if maturin is missing, else another one.
# Environment: POSITIONS, in how many positions the package is compared with pyffish (default 1000).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=$(realpath "$1")
out=$(realpath -m "$2")
fresh=$out/venv

if ! [ -x "$tools/bin/maturin" ]; then
    echo "python_package: no maturin in $tools; run tests/clients/setup.sh" >&2
    exit 2
fi
rm -rf "$out"
mkdir -p "$out"
"$tools/bin/maturin" build --profile dev --manifest-path "$root/Cargo.toml" --out "$out"
"$tools/bin/python" -m venv "$fresh"
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check \
    "$out"/chuhe-*.whl pyffish mypy
python=$fresh/bin/python

"$python" "$here/python_package.py"
"$python" "$here/pages.py" "$fresh/bin/chuhe" "$out/pages" "$root/docs/python.md" "$root/docs/python.zh-CN.md"
# pyffish has no types, and referee.py, which is for it, is not checked.
"$python" -m mypy --strict --python-version 3.10 --ignore-missing-imports --follow-imports silent \
    --cache-dir "$out/mypy" "$here"/python_package.py "$here"/python_positions.py
for page in python python.zh-CN; do
    "$python" -m mypy --strict --cache-dir "$out/mypy" "$out/pages/$page"/*.py
done
"$python" -m mypy.stubtest chuhe
"$python" "$here/python_positions.py" --positions "${POSITIONS:-1000}"
