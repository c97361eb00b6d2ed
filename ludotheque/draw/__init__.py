"""A board with its pieces as a picture (SVG) and in letters (terminal), from the one board description."""
