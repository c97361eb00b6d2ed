"""The games, one folder each; a folder here is all that it takes to add one.

Folders that lie elsewhere are games too when `LUDOTHEQUE_GAMES` names the places that hold them.
"""

import os

__path__ += filter(None, os.environ.get("LUDOTHEQUE_GAMES", "").split(os.pathsep))
