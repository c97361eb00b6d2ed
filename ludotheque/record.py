class Record:
    pass
