"""What a stranger can do, and what the others feel of it."""
