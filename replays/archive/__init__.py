"""The archive: where streams that are over lie, once nobody is likely to look at them soon.

A stream is moved in three steps, each of which may be repeated and may be the last:

1. put: the events become one object, which never replaces another. If the process dies here, the stream is
   still in the log, and the next try finds the object, whole or not there at all.
2. verify: the object is read back and must give the events of the log, byte for byte, up to the same head.
   If the process dies here, nothing has happened.
3. entomb: one script takes the stream and what belongs to it alone out of the log and puts a tombstone, the
   head, at its key. If the process dies before the script, the stream is in both places and the log's counts;
   after it, all is done, whether or not the answer arrived.
"""
