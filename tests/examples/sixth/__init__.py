"""The game that is added as one folder. What stands here runs only where it is the whole library."""
