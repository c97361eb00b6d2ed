"""The container file, the compose file and the proxy."""
