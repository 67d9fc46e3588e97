#!/usr/bin/env bash
# Runs the gateway between servers and clients that others wrote. Arguments: the program, and a folder to install them into.
set -euo pipefail
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
mkdir -p "$2"
cd "$2"

# Node 22 runs the inspector; the servers take any.
npm install --silent --no-audit --no-fund \
  node@22.23.3 @modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-filesystem@2026.8.31 \
  @modelcontextprotocol/server-memory@2026.8.31 @modelcontextprotocol/inspector@2.12.0 \
  @modelcontextprotocol/conformance@0.2.0-alpha.12
[ -d venv ] || python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  mcp==2.3.0 fastmcp==4.2.3 mcp-server-git==2026.10.19 mcp-server-time==2026.10.19 mcp-sympy==0.1.0

# What the servers hold is the same in each run.
rm -rf repository files memory.jsonl
git init --quiet --initial-branch=main repository
mkdir files
echo "a line" > files/note.txt
echo '{"type":"entity","name":"lamp","entityType":"thing","observations":["it is lit"]}' > memory.jsonl
bin="$PWD/node_modules/.bin"
cat > servers.json <<EOF
{ "mcpServers": {
    "everything": { "command": "$bin/mcp-server-everything", "args": ["stdio"] },
    "files": { "command": "$bin/mcp-server-filesystem", "args": ["$PWD/files"] },
    "memory": { "command": "$bin/mcp-server-memory", "env": { "MEMORY_FILE_PATH": "$PWD/memory.jsonl" } },
    "git": { "command": "$PWD/venv/bin/mcp-server-git", "args": ["--repository", "$PWD/repository"] },
    "time": { "command": "$PWD/venv/bin/mcp-server-time" },
    "sympy": { "command": "$PWD/venv/bin/mcp-sympy" } },
  "toolsift": { "servers": {
    "everything": { "vouch": true }, "files": { "vouch": true }, "memory": { "vouch": true },
    "git": { "vouch": true }, "time": { "vouch": true }, "sympy": { "vouch": true } } } }
EOF

echo "== servers"
"$program" doctor --config servers.json

client() { venv/bin/python "$here/client.py" "$@"; }
echo "== clients over standard input and output"
client fixed mcp "$program" servers.json
client fixed fastmcp "$program" servers.json
sed 's/"toolsift": {/"toolsift": { "mode": "growing", "limits": { "maxLoaded": 200 },/' servers.json > growing.json
client growing mcp "$program" growing.json
client growing fastmcp "$program" growing.json

echo "== clients over HTTP"
"$program" serve --config servers.json --http 127.0.0.1:0 2> gateway.log &
gateway=$!
trap 'kill $gateway' EXIT
for _ in $(seq 100); do grep -q "listening on" gateway.log && break; sleep 0.1; done
url=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' gateway.log)
client fixed mcp "$url"
client fixed fastmcp "$url"
client fixed inspector "$url"

echo "== command line of fastmcp"
venv/bin/fastmcp list "$url" --json > fastmcp.json
grep -q '"describe_tools"' fastmcp.json
venv/bin/fastmcp call "$url" search_tools query="read a text file" > fastmcp.log
grep -q files__read_text_file fastmcp.log
echo "fastmcp: listed and searched"

# The frozen sets of both revisions; what is known to fail stands in the file with its reason, and a scenario that passes in spite of it fails here.
for revision in 2025-11-25 2026-07-28; do
  echo "== conformance, $revision"
  node_modules/node/bin/node node_modules/.bin/conformance server --url "$url" --requirements "$revision" \
    --expected-failures "$here/expected-failures.yml" > "conformance-$revision.log" || { tail -60 "conformance-$revision.log"; exit 1; }
  grep "^Total:" "conformance-$revision.log"
done

echo "== overhead, a short run"
kill "$gateway"
trap - EXIT
venv/bin/python "$here/overhead.py" measure "$program" servers.json 40
