# Finds Chromium, and installs packages of npm into target/web. For scripts of checks, which set $root:
#
#   . browser.sh CHECK PACKAGE@VERSION...
#
# Sets $browser and $tools. If something is missing, the script ends with status 2 after a message that begins with CHECK.

check=$1 tools=$root/target/web
shift
browser=$(command -v chromium || command -v chromium-browser) || { echo "$check: no chromium" >&2; exit 2; }
command -v npm >/dev/null || { echo "$check: no npm" >&2; exit 2; }
mkdir -p "$tools"
for tool in "$@"; do
    [ -d "$tools/node_modules/${tool%@*}" ] && continue
    npm install --silent --no-audit --no-fund --prefix "$tools" "$tool" || { echo "$check: cannot install $tool" >&2; exit 2; }
done
