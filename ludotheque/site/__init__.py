"""The page without a server: a folder of files for any web space (`ludotheque site`)."""
