"""The games, one folder each; a folder here is all that it takes to add one.

Folders that lie elsewhere are games too when `LUDOTHEQUE_GAMES` names the places that hold them.
"""

import os

PLACES = [place for place in os.environ.get("LUDOTHEQUE_GAMES", "").split(os.pathsep) if place]
__path__ += PLACES
