"""The games that are added as one folder each. What stands here runs only where they are the whole library."""
