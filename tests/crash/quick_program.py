"""`pbm`, whose server looks after itself every few seconds."""

from commands.__main__ import main
from commands.server.supervision import ticks

TICK_SECONDS = 2

if __name__ == "__main__":
    ticks.TICK_SECONDS = TICK_SECONDS
    main()
