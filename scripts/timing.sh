#!/usr/bin/env bash
# How the scripts that take minutes say what each step took. Sourced; `scratch` is a folder of theirs.

# timed WORDS COMMAND...: runs it, its output into a log, and says how long it took.
timed() {
    local words="$1" start
    shift
    start=$(date +%s%N)
    # shellcheck disable=SC2154 # given by who sources this
    if ! "$@" >"$scratch/log" 2>&1; then
        cat "$scratch/log"
        printf 'FAILED  %s\n' "$words"
        exit 1
    fi
    printf '%7.1f s  %s\n' "$(($(date +%s%N) - start))e-9" "$words"
}
