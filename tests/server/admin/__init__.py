"""What a host does with the database."""
