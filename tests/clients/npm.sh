#!/usr/bin/env bash
# Build the npm package, pack and install it, and use it in Node and in headless Chromium.
#
#   tests/clients/npm.sh ENGINE OUT_DIR
#
# Playwright and axe are installed from npm into target/web.
# Exit status: 0 if it works and agrees with ENGINE, 1 if not, 2 if the check could not be run.
set -u

engine=$1 out=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
for program in node rustup; do
    command -v "$program" >/dev/null || { echo "npm: no $program" >&2; exit 2; }
done
node -e "process.exit(process.getBuiltinModule ? 0 : 1)" || { echo "npm: Node $(node --version) is older than 20.16" >&2; exit 2; }
. "$here/browser.sh" npm playwright-core@1.65 axe-core@4.14

rm -rf "$out"
mkdir -p "$out/user"
"$root/src/wasm/build.sh" "$out/package" >"$out/build.log" 2>&1 || { tail -n 15 "$out/build.log" >&2; exit 1; }
version=$(node -p "JSON.parse(fs.readFileSync('$out/package/package.json')).version")
[ "$("$engine" --version)" = "chuhe $version" ] || { echo "npm: version $version is not that of the program" >&2; exit 1; }
(cd "$out/package" && npm pack --silent --pack-destination "$out") >/dev/null || exit 1
packed=$(stat -c %s "$out"/chuhe-*.tgz)
network=$(gzip -9 -c "$out/package/chuhe.nnue" | wc -c)
echo "npm: the package has $packed bytes, of which the network takes about $network"
[ $((packed - network)) -le 2097152 ] || { echo "npm: more than 2 MiB beside the network" >&2; exit 1; }

echo '{"type":"module"}' >"$out/user/package.json"
npm install --silent --no-audit --no-fund --offline --prefix "$out/user" "$out"/chuhe-*.tgz || exit 1
"$root/target/binaryen/node_modules/.bin/wasm-as" "$here/npm_trap.wat" -o "$out/user/npm_trap.wasm" || exit 1
cp "$here/npm_node.mjs" "$out/user"
echo '<!doctype html><link rel="icon" href="data:,">' >"$out/user/node_modules/index.html"
node "$out/user/npm_node.mjs" "$engine" && node "$here/npm_page.mjs" "$tools" "$browser" "$engine" "$out/user/node_modules"
