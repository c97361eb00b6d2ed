"""The page: plain ES modules, styles and texts. Nothing here is Python."""
