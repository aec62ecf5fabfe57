"""`pbm`, whose processes that run on demand end a second after their last work."""

from commands.__main__ import main
from commands.server import delivery_process
from commands.server.processes import on_demand_process

SECONDS = 1

if __name__ == "__main__":
    delivery_process.FIRST_SECONDS = SECONDS
    on_demand_process.IDLE_SECONDS = SECONDS
    main()
