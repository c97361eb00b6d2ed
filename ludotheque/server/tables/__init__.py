"""Tables: their state, clocks, events, storage and views."""
