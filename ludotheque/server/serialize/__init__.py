"""Games, positions, lessons and analyses as JSON."""
