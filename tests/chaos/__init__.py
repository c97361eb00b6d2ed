"""Games go on while everything fails: processes are killed and paused, the database too, its disk is full.

`python -m tests.chaos` plays all five games under random faults. Nothing that was acknowledged may be lost or played
twice, no game may stand still, and no outage may cost anybody a game.
"""
