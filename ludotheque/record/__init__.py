"""Records: whole games with headers, comments and variations, their text and JSON forms, files of many, pictures."""

from ludotheque.record.record import PlayedMove, Record

__all__ = ["PlayedMove", "Record"]
