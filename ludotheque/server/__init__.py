"""The server: tables where people and computers play, live and kept on disk."""
