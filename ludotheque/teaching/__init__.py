"""What the games teach about themselves: rules pages with live figures, and lessons to play through."""
