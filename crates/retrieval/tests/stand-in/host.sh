#!/bin/sh
# Stands for a host's program. The folder that its transport names holds what it does (`behaviour`), what it answers (`answer`) and how it
# ends (`exit`); it writes there with what it was called (`argv`, an argument a line) and what its environment was (`env`).
dir="${LOOM_INSTANCE_DIR:-$LOOM_SEARCH_BROKER_QUEUE}"
env > "$dir/env"
printf '%s\n' "$@" > "$dir/argv"
echo "secret of the host: $dir" >&2
code=0
[ -f "$dir/exit" ] && code=$(cat "$dir/exit")
case "$(cat "$dir/behaviour" 2>/dev/null)" in
    answer|"") cat "$dir/answer"; exit "$code" ;;
    # A hundred megabytes, and on the error channel another ten.
    flood) head -c 10000000 /dev/zero >&2; head -c 100000000 /dev/zero; exit 0 ;;
    endless) yes '{"hits":[]}' ;;
    # Says nothing and does not end; its number and its child's tell whether they are gone.
    hang) sleep 600 & echo "$$ $!" > "$dir/numbers"; wait ;;
    # Closes its output and does not end.
    mute) exec >&-; echo "$$" > "$dir/numbers"; exec sleep 600 ;;
    # Ends well and leaves something behind that holds its output open.
    leave) sleep 600 & echo "$!" > "$dir/numbers"; cat "$dir/answer"; exit "$code" ;;
    # Answers in pieces.
    slow) head -c 5 "$dir/answer"; sleep 0.2; tail -c +6 "$dir/answer"; exit "$code" ;;
    signal) cat "$dir/answer"; kill -TERM $$ ;;
    # Waits for input that never comes.
    read) read -r line; echo "{\"hits\":[{\"input\":\"$line\"}]}" ;;
esac
