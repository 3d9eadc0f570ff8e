"""Which foreign software the executables hold: crates that are linked into them,
and packages that the page is bundled from. Used by `notices` and `sbom`.
"""

import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ("cli", "attest-desktop")
# Their code is linked though the crates themselves are only used to build.
SOURCES = ("sqlcipher-src", "openssl-src")


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def linked_crates() -> list[tuple[str, str, pathlib.Path]]:
    """Name with version, licence and folder of each crate that is linked."""
    host = re.search(r"^host: (.+)$", output("rustc", "-vV"), re.MULTILINE)[1]
    metadata = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    todo = [identity for identity, package in packages.items() if package["name"] in PROGRAMS]
    seen = set()
    while todo:
        identity = todo.pop()
        if identity in seen or any("proc-macro" in target["kind"] for target in packages[identity]["targets"]):
            continue
        seen.add(identity)
        for dependency in nodes[identity]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    foreign = (packages[identity] for identity in seen if packages[identity]["source"])
    return [
        (f"{crate['name']} {crate['version']}", crate["license"] or "see below", pathlib.Path(crate["manifest_path"]).parent)
        for crate in foreign
    ]


def compiled_sources() -> dict[str, tuple[str, str, pathlib.Path]]:
    """Crates of sources that the build scripts of linked crates compile: version, licence, folder by name."""
    metadata = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1"))
    return {
        package["name"]: (package["version"], package["license"], pathlib.Path(package["manifest_path"]).parent)
        for package in metadata["packages"]
        if package["name"] in SOURCES
    }


def page_packages() -> list[tuple[str, str, pathlib.Path]]:
    """The same of each package that the page is bundled from."""
    folders = output("npm", "--prefix", "ui", "ls", "--omit=dev", "--all", "--parseable").splitlines()
    found = []
    for folder in map(pathlib.Path, sorted(set(folders) - {str(ROOT / "ui")})):
        package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        found.append((f"{package['name']} {package['version']}", package.get("license", "see below"), folder))
    return found
