"""The games, one folder each; a folder here is all that it takes to add one."""
