#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""openapi_json.py [--check]: write openapi.json, which says what openapi.yaml says; or only look whether it does.

Comments, anchors and the layout are all that is lost. The order of the keys is kept.
"""
import json
import pathlib
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent


def render(text):
    return json.dumps(yaml.safe_load(text), ensure_ascii=False, indent=1) + "\n"


def main():
    target = ROOT / "openapi.json"
    text = render((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    if sys.argv[1:] == ["--check"]:
        if target.is_file() and target.read_text(encoding="utf-8") == text:
            return 0
        print("openapi.json does not say what openapi.yaml says: run scripts/openapi_json.py", file=sys.stderr)
        return 1
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
