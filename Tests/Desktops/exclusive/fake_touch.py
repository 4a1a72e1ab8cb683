"""Touches of KWin's own protocol for made-up input (org_kde_kwin_fake_input), which only its tests may use.

    fake_touch.py COUNT X Y STEP     COUNT swipes of one finger from there, each of ten movements by STEP
"""
import sys
import time

from touch_window import DISPLAY, Connection

connection = Connection()
fake = connection.bind("org_kde_kwin_fake_input", 4)
connection.send(fake, 0, b"test", b"test")
connection.send(DISPLAY, 0, connection.new())
# KWin has a touchscreen from now on, of which its clients must learn.
time.sleep(1)
count, x, y, step = (float(word) for word in sys.argv[1:])


def fixed(number: float) -> int:
    return round(number * 256)


for _ in range(int(count)):
    connection.send(fake, 4, 0, fixed(x), fixed(y))
    connection.send(fake, 8)
    for index in range(1, 11):
        time.sleep(0.005)
        connection.send(fake, 5, 0, fixed(x + index * step), fixed(y))
        connection.send(fake, 8)
    connection.send(fake, 6, 0)
    connection.send(fake, 8)
    time.sleep(0.005)
# The compositor has handled everything.
done = connection.new()
connection.send(DISPLAY, 0, done)
while connection.receive()[0] != done:
    pass
