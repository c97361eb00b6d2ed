"""HTTP around the routes: middleware, dependencies, rate limits, sessions, static files."""
