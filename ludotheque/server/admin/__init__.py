"""What a host does with the database, beside a running server: the work of `ludotheque admin`."""
