"""`python -m ludotheque` is the command `ludotheque`."""

import sys

from ludotheque.cli import main

sys.exit(main())
