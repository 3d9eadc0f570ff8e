#!/bin/sh
# Check this bundle without running anything of it: the signature of the list,
# and every file against the list, none missing and none more.
#
# Run: sh verify.sh [--key KEY]
#
# KEY is the builder's public key, the line of 56 characters that you got on
# another way than the bundle (or a file that holds it). Without it the
# signature is checked with the key that lies in the bundle, which shows that
# nothing was damaged, and not who made it.
#
# It needs sha256sum, find and sort; for the signature also openssl 3 and base64.
# One line says what was found. Exit: 0 sound, 1 something is wrong, 2 usage,
# 3 the files are sound, and the signature could not be checked here.
set -u
LC_ALL=C
export LC_ALL
umask 077

here=$(cd "$(dirname "$0")" && pwd -P) || exit 2
work=

tidy() { [ -z "$work" ] || rm -rf "$work"; }
trap tidy EXIT
trap 'exit 1' HUP INT TERM

# bad KIND PLACE REASON HELP: the one line, and the end.
bad() {
    # What a stranger named is shown without control characters.
    place=$(printf '%.200s' "$2" | tr -c '[:print:]' '?')
    printf 'BAD: %s: %s: %s; %s\n' "$1" "$place" "$3" "$4"
    exit 1
}

usage() {
    printf 'error: %s\nhint: sh verify.sh [--key KEY]\n' "$1" >&2
    exit 2
}

again="bring the bundle over again, and compare its hash with the builder's"
never="do not install it: the builder makes no such entry"

given=
while [ "$#" -gt 0 ]; do
    case "$1" in
        --key)
            [ "$#" -ge 2 ] || usage "--key needs a key"
            given=$2
            shift 2
            ;;
        *) usage "verify.sh knows no argument $1" ;;
    esac
done
if [ -n "$given" ] && [ -f "$given" ]; then given=$(sed -n 2p "$given"); fi
case "$given" in
    "") ;;
    *[!A-Za-z0-9+/]*) usage "the key is not the line of 56 characters (words are for attest doctor)" ;;
    *) [ "${#given}" -eq 56 ] || usage "the key has ${#given} characters and not 56" ;;
esac

for tool in sha256sum base64 find sort comm cut grep sed head tail tr wc od mktemp rm; do
    command -v "$tool" >/dev/null || usage "there is no $tool here, without which nothing can be checked"
done

cd "$here" || exit 2
work=$(mktemp -d) || exit 2

# What lies here: folders and regular files, no links, pipes or devices.
odd=$(find . ! -type d ! -type f -print | head -n 1)
[ -z "$odd" ] || bad not_regular "$odd" "it is a link, a pipe or a device" "$never"
[ -f SHA256SUMS ] || bad list SHA256SUMS "it is missing" "$again"
[ "$(wc -c <SHA256SUMS)" -le 16777216 ] || bad limit SHA256SUMS "it is larger than what is read" "$never"

# The list: a hash, two spaces, a name of plain characters that leads nowhere else.
line='^[0-9a-f]{64}  [A-Za-z0-9_+~%@,][A-Za-z0-9._+~%@,-]*(/[A-Za-z0-9_+~%@,][A-Za-z0-9._+~%@,-]*)*$'
wrong=$(grep -n -v -E "$line" SHA256SUMS | head -n 1)
[ -z "$wrong" ] || bad name "SHA256SUMS line ${wrong%%:*}" "it has a name that is not allowed, or is no hash and name" "$never"
[ -s SHA256SUMS ] || bad list SHA256SUMS "it is empty" "$again"
cut -c 67- SHA256SUMS >"$work/listed"
sort -c -u "$work/listed" 2>/dev/null || bad list SHA256SUMS "it is not in order" "$again"

find . -type f -print | sed 's,^\./,,' | grep -v -x -e SHA256SUMS -e SHA256SUMS.minisig | sort >"$work/found"
missing=$(comm -23 "$work/listed" "$work/found" | head -n 1)
[ -z "$missing" ] || bad missing "$missing" "it is in the list and not in the folder" "$again"
extra=$(comm -13 "$work/listed" "$work/found" | head -n 1)
[ -z "$extra" ] || bad extra "$extra" "it is in the folder and not in the list" "take the file out, or bring the bundle over again"

# The signature, in minisign's format.
[ -f SHA256SUMS.minisig ] || bad signature SHA256SUMS.minisig "it is missing" "$again"
[ -f signer.pub ] || bad key signer.pub "it is missing" "$again"
own=$(sed -n 2p signer.pub)
# bytes TEXT P N: N bytes from place P of what a base64 text stands for.
bytes() { printf '%s\n' "$1" | base64 -d 2>/dev/null | tail -c "+$(($2 + 1))" | head -c "$3"; }
digits() { bytes "$1" "$2" "$3" | od -An -v -tx1 | tr -d ' \n'; }
# The 32 bytes of the key count, and not the id before them.
if [ -n "$given" ] && [ "$(digits "$given" 10 32)" != "$(digits "$own" 10 32)" ]; then
    bad key signer.pub "it is not the key that was given" "use nothing of it before the builder has told you of the new key"
fi

signature_checked() {
    command -v openssl >/dev/null && command -v base64 >/dev/null || return 2
    printf x | openssl dgst -blake2b512 -binary >/dev/null 2>&1 || return 2
    text=$(sed -n 2p SHA256SUMS.minisig)
    comment=$(sed -n 3p SHA256SUMS.minisig)
    second=$(sed -n 4p SHA256SUMS.minisig)
    [ "$(wc -l <SHA256SUMS.minisig)" -eq 4 ] && [ "$(wc -c <SHA256SUMS.minisig)" -le 4096 ] || return 1
    [ "$(head -n 1 SHA256SUMS.minisig)" = "untrusted comment: check with: minisign -Vm SHA256SUMS -p signer.pub" ] || return 1
    # Of one text there is one base64: decoded and encoded again it is the same.
    for one in "$text" "$second" "$own"; do
        [ "$(printf '%s\n' "$one" | base64 -d 2>/dev/null | base64 -w 0)" = "$one" ] || return 1
    done
    [ "$(bytes "$own" 0 2)" = Ed ] && [ "$(bytes "$text" 0 2)" = ED ] || return 1
    [ "$(digits "$own" 2 8)" = "$(digits "$text" 2 8)" ] || return 1
    case "$comment" in "trusted comment: "*) ;; *) return 1 ;; esac
    {
        printf '\060\052\060\005\006\003\053\145\160\003\041\000'
        bytes "$own" 10 32
    } >"$work/key.der"
    bytes "$text" 10 64 >"$work/first"
    bytes "$second" 0 65 >"$work/second"
    [ "$(wc -c <"$work/key.der")" -eq 44 ] && [ "$(wc -c <"$work/second")" -eq 64 ] || return 1
    openssl dgst -blake2b512 -binary SHA256SUMS >"$work/hash" || return 2
    {
        cat "$work/first"
        printf '%s' "${comment#trusted comment: }"
    } >"$work/global"
    verify="openssl pkeyutl -verify -pubin -keyform DER -rawin"
    # Whether this openssl can do it at all: it knows the key.
    openssl pkey -pubin -inform DER -in "$work/key.der" -noout 2>/dev/null || return 2
    $verify -inkey "$work/key.der" -in "$work/hash" -sigfile "$work/first" >/dev/null 2>&1 || return 1
    $verify -inkey "$work/key.der" -in "$work/global" -sigfile "$work/second" >/dev/null 2>&1
}

signature_checked
signature=$?
[ "$signature" -ne 1 ] || bad signature SHA256SUMS.minisig "it is not the signature of this list by this key" "$again"

# Every file.
if ! sha256sum -c --quiet SHA256SUMS >"$work/changed" 2>/dev/null; then
    changed=$(head -n 1 "$work/changed")
    bad changed "${changed%: *}" "its bytes are not those of the list" "$again"
fi

files=$(wc -l <"$work/listed")
if [ "$signature" -ne 0 ]; then
    printf 'NOT CHECKED: %s files are as the list says; the signature was not checked: there is no openssl here that can\n' "$files"
    exit 3
fi
comment=$(sed -n '3s/^trusted comment: //p' SHA256SUMS.minisig)
if [ -n "$given" ]; then
    printf 'sound: %s, %s files; signed by the key that was given\n' "$comment" "$files"
else
    printf 'sound: %s, %s files; signed by the key that lies in it: compare it with the one the builder gave you: %s\n' "$comment" "$files" "$own"
fi
