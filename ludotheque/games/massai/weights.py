"""The weights of Massaï's evaluation, by the options; `evaluate.py` says what they count and where they come from."""

from __future__ import annotations

import numpy as np

from ludotheque.games.massai.layout import HUTS_EACH

FAR = 8
"""Distances beyond this one count the same."""
MAX_LEAD = 3
"""Larger leads count the same."""
MAX_CLOSING = 3
"""More cells that complete a chain count the same."""
FULL_STEPS = 6
FULL_FROM = HUTS_EACH - FULL_STEPS + 1
"""Fewer huts than this count the same, where all huts on the board win."""

DISTANCE, LEAD, DETOUR, CLOSING, FULL, LINEAR, COUNT = 0, 18, 25, 43, 47, 59, 67
"""Where each kind of weight begins, and how many there are:

    DISTANCE  builds to the player's own chain, 0 to FAR; to the enemy's
    LEAD      how many builds fewer than the enemy, -MAX_LEAD to MAX_LEAD
    DETOUR    as DISTANCE, when enemy huts may be taken
    CLOSING   cells that complete the enemy's chain, 0 to MAX_CLOSING
    FULL      huts on the board when all of them win, FULL_FROM (or fewer) to all; the enemy's
    LINEAR    for each own hut; enemy hut; own threatened hut; threatened hut of the enemy; sixteenth of a hut that an
              attack promises; that the enemy's attack promises; cell to build on; cell for the enemy to build on
"""

TABLE = """
0     0   384    66     5   -63   -30   -58  -120
0  -390   -90    44    95   215    76   149    86
-265  -266  -264   164   200   263   353
0     0   380   235   122    47  -119  -168  -312
0  -390  -161  -102     4    26   291   290   229
0   305  -300  -395
0     0     0     0     0     0     0     0     0     0     0     0
138  -147   -43    41     2     1    18   -18

0     0   590   101   -97  -288  -269  -157    78
0  -691  -109   104   171   306   266   165  -255
-693  -519  -361    82   341   483   626
0     0   133    52   -37    -8    31     5  -218
0  -691   -56    39   108    83    45    76   354
0   161  -586  -266
0     0     0     0     0     0     0     0     0     0     0     0
81   -73   -15     8     2     0    15   -15

0     0    -9   -58  -103    62   154    45    61
0  -314   286   121   170    -3   -98   105  -116
-325  -296  -284   168   224   319   346
0     0   571   214   157   -71  -204  -432   -84
0  -314  -417   -93   -68   168   312   511    52
0   267  -320  -260
-36   -44    -4   235     0     0   106   150   146    75  -326     0
177  -182   -38    38     1     1    22   -22

0     0   829   113  -161  -160  -189  -190  -203
0  -696  -146    13   164   181   246   184    91
-246  -209  -184    64   168   127   317
0     0    59   -40    57    14    18   -61    -9
0  -696     7   114    58    88   111   233   122
0  -352  -363    19
-211  -172    36   385     0     0   291   290   165   -28  -680     0
272  -272   -33    42     3    -1    29   -27
"""
"""A block for neither option, `orthogonal`, `fifteen`, both; a line for each kind, own and enemy apart."""

WEIGHTS = np.array(TABLE.split(), np.int64).reshape(4, COUNT)
