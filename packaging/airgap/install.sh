#!/bin/sh
# Install Attest from this bundle: no network, no root, no data touched.
#
# Run: sh install.sh [--system] [--key KEY] [--packages]
#      sh install.sh --rollback | --list | --uninstall  [--system]
#
#   --system             for everybody, below /usr/local (as root); else below ~/.local
#   --key KEY            the builder's public key, got on another way; an update is
#                        checked with the key of the version before it
#   --packages           with --system: the Debian packages in the bundle too, by
#                        apt: Tesseract, and what the builder put there besides
#   --without-signature  where no openssl can check the signature
#   --rollback           back to the version before; --list shows the versions
#   --uninstall          takes the program away, and leaves all data
#
# Versions stand side by side in lib/attest/versions; `current` is a link to the
# one in use and is changed last, in one step. Exit: 0 done, 1 the bundle is not
# believed, 2 usage, 3 failed; after 1 to 3 everything is as it was.
set -u
LC_ALL=C
export LC_ALL
umask 022

here=$(cd "$(dirname "$0")" && pwd -P) || exit 3

# stop CODE MESSAGE HINT
stop() {
    printf 'error: %s\nhint: %s\n' "$2" "$3" >&2
    exit "$1"
}

usage="sh install.sh [--system] [--key KEY] [--packages] [--without-signature] | --rollback | --list | --uninstall"
action=install system=no packages=no unsigned=no key=
while [ "$#" -gt 0 ]; do
    case "$1" in
        --system) system=yes ;;
        --packages) packages=yes ;;
        --without-signature) unsigned=yes ;;
        --rollback | --list | --uninstall) action=${1#--} ;;
        --key)
            [ "$#" -ge 2 ] || stop 2 "--key needs a key" "$usage"
            key=$2
            shift
            ;;
        *) stop 2 "install.sh knows no argument $1" "$usage" ;;
    esac
    shift
done

if [ "$system" = yes ]; then
    [ "$(id -u)" -eq 0 ] || stop 2 "--system is for root" "run it as root, or without --system for yourself alone"
    lib=/usr/local/lib/attest bin=/usr/local/bin share=/usr/local/share
else
    [ "$packages" = no ] || stop 2 "--packages installs for everybody" "give it with --system, as root"
    [ -n "${HOME-}" ] || stop 2 "HOME is not set" "set it, or use --system"
    lib=$HOME/.local/lib/attest bin=$HOME/.local/bin share=${XDG_DATA_HOME:-$HOME/.local/share}
fi
versions=$lib/versions

# name_of LINK: the version that a link of ours leads to; nothing without one.
name_of() { [ ! -L "$lib/$1" ] || basename "$(readlink "$lib/$1")"; }

# point LINK VERSION: in one step, so that there is always one or the other.
point() {
    rm -f "$lib/.$1.new"
    if ! { ln -s "versions/$2" "$lib/.$1.new" && mv -T "$lib/.$1.new" "$lib/$1"; }; then
        stop 3 "$lib/$1 could not be changed" "look at the message above"
    fi
}

# What is linked from outside: each file below bin, share/man, and so on.
links() {
    (cd "$1" 2>/dev/null && find bin share/man share/bash-completion share/zsh share/fish share/applications share/icons share/metainfo -type f 2>/dev/null | sort)
}
place_of() {
    case "$1" in
        bin/*) printf '%s/%s\n' "$bin" "${1#bin/}" ;;
        *) printf '%s/%s\n' "$share" "${1#share/}" ;;
    esac
}
# is_ours PLACE: whether what stands there is a link of ours.
is_ours() {
    [ -L "$1" ] || return 1
    case "$(readlink "$1")" in "$lib/current/"*) return 0 ;; *) return 1 ;; esac
}
nothing_in_the_way() {
    for name in $(links "$1"); do
        place=$(place_of "$name")
        if [ -e "$place" ] || [ -L "$place" ]; then
            is_ours "$place" || stop 3 "$place is there, and was not put there by this script" "move it away"
        fi
    done
}
link_all() {
    for name in $(links "$lib/current"); do
        place=$(place_of "$name")
        if ! { mkdir -p "$(dirname "$place")" && ln -sfn "$lib/current/$name" "$place"; }; then
            stop 3 "$place could not be made" "look at the message above"
        fi
    done
}
# Links of ours that lead nowhere since the version in use has no such file.
unlink_dead() {
    for folder in "$bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
        "$share/fish/vendor_completions.d" "$share/applications" "$share/metainfo" "$share"/icons/hicolor/*/apps; do
        for place in "$folder"/*attest*; do
            if is_ours "$place" && [ ! -e "$place" ]; then rm -f "$place"; fi
        done
    done
}
# The desktop finds out which files the program opens. Without the tool it does so later.
tell_desktop() {
    if [ -d "$share/applications" ] && command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$share/applications" || printf 'note: the desktop was not told of the program\n' >&2
    fi
}
is_sound() { (cd "$1" && sha256sum --quiet -c share/attest/FILES) >/dev/null 2>&1; }

locked() {
    mkdir -p "$versions" || stop 3 "$versions could not be made" "look at the message above"
    exec 9>"$lib/lock" || stop 3 "$lib cannot be written to" "check its permissions"
    flock -n 9 || stop 3 "another installation is going on" "wait until it has ended"
}

check_bundle() {
    if [ -z "$key" ] && [ -f "$lib/signer.pub" ]; then key=$lib/signer.pub; fi
    if [ -n "$key" ]; then
        said=$(sh "$here/verify.sh" --key "$key")
    else
        said=$(sh "$here/verify.sh")
    fi
    code=$?
    printf '%s\n' "$said" >&2
    case "$code" in
        0) ;;
        3) [ "$unsigned" = yes ] || stop 1 "the signature was not checked" "install openssl, or check it on another machine and give --without-signature" ;;
        2) exit 2 ;;
        *) exit 1 ;;
    esac
}

# What the new version holds: what the bundle says, or where that holds models
# alone, the version in use with these models in place of its own.
list_of_files() {
    if [ "$only" = models ]; then
        grep -v -e '^[0-9a-f]\{64\}  share/attest/models/' -e '^[0-9a-f]\{64\}  share/attest/RELEASE$' "$lib/current/share/attest/FILES" || return 1
    fi
    cat "$here/program/share/attest/FILES"
}

# stage FOLDER: every file of the new version, from the bundle or, where that is
# an update, from the version in use; what did not change is a hard link.
stage() {
    list_of_files >"$1/.list" || return 1
    while read -r _ name; do
        mkdir -p "$1/$(dirname "$name")" || return 1
        old=$lib/current/$name new=$here/program/$name
        if [ -f "$old" ] && { [ ! -f "$new" ] || cmp -s "$old" "$new"; }; then
            ln "$old" "$1/$name" 2>/dev/null || cp -p "$old" "$1/$name" || return 1
        elif [ -f "$new" ]; then
            cp "$new" "$1/$name" || return 1
            case "$name" in bin/*) chmod 755 "$1/$name" ;; *) chmod 644 "$1/$name" ;; esac
        else
            printf 'error: %s is neither in this bundle nor in the version in use\n' "$name" >&2
            return 1
        fi
    done <"$1/.list"
    if [ "$only" = models ]; then
        sed "s/^id=.*/id=$id/" "$lib/current/share/attest/RELEASE" >"$1/share/attest/RELEASE" || return 1
        (cd "$1" && sha256sum share/attest/RELEASE) >>"$1/.list" || return 1
    fi
    mv "$1/.list" "$1/share/attest/FILES"
}

install_packages() {
    list=$(mktemp) || return 1
    printf 'deb [trusted=yes] file:%s/packages ./\n' "$here" >"$list"
    wanted=$(cat "$here/packages/WANTED") || return 1
    set -- -o "Dir::Etc::SourceList=$list" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root -o APT::Get::List-Cleanup=0
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    # shellcheck disable=SC2086 # names of packages, one word each
    apt-get -q "$@" update >&2 && apt-get -q -y "$@" --no-install-recommends install $wanted >&2
    done=$?
    rm -f "$list"
    return "$done"
}

install_bundle() {
    check_bundle
    id=$(sed -n 's/^id=//p' "$here/RELEASE")
    from=$(sed -n 's/^from=//p' "$here/RELEASE")
    case "$id" in "" | *[!A-Za-z0-9.+-]* | .*) stop 1 "RELEASE names no version" "bring the bundle over again" ;; esac
    only=$(sed -n 's/^only=//p' "$here/RELEASE")
    case "$only" in "" | models) ;; *) stop 2 "this bundle holds $only alone, which this script does not know" "install it with the script of a newer bundle" ;; esac
    locked
    before=$(name_of current)
    if [ "$only" = models ]; then
        [ -n "$before" ] || stop 2 "this bundle holds models alone, and no version is in use" "install a whole bundle first"
        id="${before%%+models-*}+$id"
    fi
    if [ -n "$from" ] && [ "$before" != "$from" ]; then
        stop 2 "this bundle updates version $from, and ${before:-none} is in use" "bring the whole bundle, or go back to that version with --rollback"
    fi
    # Before anything is written: a link that would have to replace a file of somebody else's.
    nothing_in_the_way "$here/program" # of models alone there is nothing to link
    staged=$versions/.new
    if [ -d "$versions/$id" ] && is_sound "$versions/$id"; then
        printf 'version %s is here already, and sound\n' "$id" >&2
    else
        rm -rf "$staged"
        if ! { mkdir "$staged" && stage "$staged" && is_sound "$staged"; }; then
            rm -rf "$staged"
            stop 3 "the files could not be copied whole" "look at the messages above; check the free space"
        fi
        rm -rf "${versions:?}/$id"
        mv -T "$staged" "$versions/$id" || stop 3 "$versions/$id could not be made" "look at the message above"
    fi
    if [ "$packages" = yes ]; then install_packages || stop 3 "apt could not install the packages" "look at its messages above; the version in use is as it was"; fi
    if [ -n "$before" ] && [ "$before" != "$id" ]; then point previous "$before"; fi
    point current "$id"
    # The key that the next update is checked with.
    cp "$here/signer.pub" "$lib/signer.pub"
    link_all
    unlink_dead
    tell_desktop
    printf 'installed: attest %s in %s\n' "$id" "$versions/$id"
    case ":${PATH-}:" in *":$bin:"*) ;; *) printf 'note: %s is not in PATH; the program is %s/attest\n' "$bin" "$bin" ;; esac
}

rollback() {
    locked
    now=$(name_of current) before=$(name_of previous)
    if [ -z "$before" ] || [ ! -d "$versions/$before" ]; then stop 2 "there is no version before this one" "--list shows the versions"; fi
    is_sound "$versions/$before" || stop 3 "version $before is damaged" "install it again from its bundle"
    point current "$before"
    point previous "$now"
    link_all
    unlink_dead
    tell_desktop
    printf 'rolled back: attest %s is in use; %s is kept\n' "$before" "$now"
}

list() {
    now=$(name_of current) before=$(name_of previous)
    for folder in "$versions"/*/; do
        [ -d "$folder" ] || continue
        name=$(basename "$folder")
        case "$name" in
            "$now") printf '%s in use\n' "$name" ;;
            "$before") printf '%s before\n' "$name" ;;
            *) printf '%s\n' "$name" ;;
        esac
    done
}

uninstall() {
    locked
    for name in $(links "$lib/current"); do
        place=$(place_of "$name")
        if is_ours "$place"; then rm -f "$place"; fi
    done
    rm -rf "$lib"
    tell_desktop
    printf 'taken away: the program; data, keys and own models are where they were\n'
}

case "$action" in
    install) install_bundle ;;
    *) "$action" ;;
esac
