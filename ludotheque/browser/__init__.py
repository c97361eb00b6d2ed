"""The program in a browser: tables, studies and searches without a server, in Pyodide.

It runs in a worker of the page, which talks to it as to a server: with the same addresses and the same messages.
"""
