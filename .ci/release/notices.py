"""Prints the licences of the crates that cargo links into Chuhe, of Rust's standard library, and of a C library.

    notices.py CARGO_TOML C_LIBRARY OPTION...

C_LIBRARY is a file with the licences of a C library that is linked statically, or empty. OPTION are options of
`cargo metadata`, such as `--filter-platform x86_64-unknown-linux-musl` and `--features python`.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


def linked_crates(metadata: dict) -> list[dict]:
    """The crates that the root needs when it runs, and not only to build or to test it, by name."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, waiting = set(), [root]
    while waiting:
        identity = waiting.pop()
        if identity not in found:
            found.add(identity)
            waiting += [dependency["pkg"] for dependency in nodes[identity]["deps"]
                        if any(kind["kind"] is None for kind in dependency["dep_kinds"])]
    return sorted((packages[identity] for identity in found - {root}), key=lambda crate: (crate["name"], crate["version"]))


def main() -> None:
    manifest, c_library, *options = sys.argv[1:]
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", manifest, *options]
    crates = linked_crates(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))
    # Most texts are those of several crates.
    texts: dict[str, list[str]] = {}
    print("Chuhe is linked with these crates, whose licences follow:\n")
    for crate in crates:
        print(f"{crate['name']} {crate['version']}: {crate['license']}, {crate['repository']}")
        folder = Path(crate["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if file.is_file() and LICENCE_FILE.match(file.name):
                text = file.read_text(encoding="utf-8", errors="replace").strip()
                texts.setdefault(text, []).append(f"{crate['name']} {crate['version']}")
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    print("\nand with Rust's standard library: MIT OR Apache-2.0, https://github.com/rust-lang/rust")
    if c_library:
        texts.setdefault(Path(c_library).read_text(encoding="utf-8").strip(), []).append("the C library")
    for text, owners in texts.items():
        print(f"\n{'=' * 78}\n{', '.join(owners)}\n{'=' * 78}\n\n{text}")


if __name__ == "__main__":
    main()
