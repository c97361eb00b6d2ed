"""Compiles an archive for the Python that runs this, which must be the one that will read it.

A browser then has nothing to compile. The stamps of the files say so: their sources are never looked for.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import zipfile

UNCHECKED = (1).to_bytes(4, "little")
"""The flags of a file that stands for its source without a look at it (PEP 552)."""
SUFFIX = ".py"


def compiled(archive: bytes) -> bytes:
    """Return the same archive with every module as bytecode in the place of its source."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(packed, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.endswith(SUFFIX):
                code = compile(content, info.filename, "exec", dont_inherit=True)
                content = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(content)
                content += marshal.dumps(code)
                info.filename += "c"
            new.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()
