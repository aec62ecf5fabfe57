"""Maps the words of the program's own commands to the functions that run them.

The program loads this module at every start, so it imports nothing.
"""

GROUPS = {
    "Serve": {
        "serve": "commands.cli.server.serve:serve",
        "receive": "commands.cli.server.receive:receive",
        "tick": "commands.cli.server.tick:tick",
        "site": "commands.cli.server.site:site",
    },
    "Set up and administer": {
        "setup": "commands.cli.setup.main:setup",
        "doctor": "commands.cli.doctor.main:doctor",
        "status": "commands.cli.server.status:status",
        "config": "commands.cli.config:config",
        "admin": "commands.cli.admin.main:app",
        "robot": "commands.cli.engines.robots:app",
        "healthcheck": "commands.cli.server.healthcheck:healthcheck",
    },
    "Data": {
        "backup": "commands.cli.database.backups.backup:backup",
        "restore": "commands.cli.database.backups.restore:restore",
        "move-database": "commands.cli.database.move_database:move_database",
        "upgrade": "commands.cli.database.upgrade:upgrade",
        "export": "commands.cli.database.export:export",
        "import": "commands.cli.database.import_records:import_file",
    },
    "Games, engines and proofs": {
        "demo": "commands.cli.games.demo:demo",
        "bot": "commands.cli.engines.bot:bot",
        "referee": "commands.cli.engines.referee:referee",
        "check-game": "commands.cli.games.check_game:check_game",
        "perft": "commands.cli.games.perft:perft",
        "starts": "commands.cli.proofs.starts:starts",
        "certificate": "commands.cli.proofs.certificate:certificate",
        "tables": "commands.cli.proofs.tables:app",
    },
}
"""The function or typer application of each command, in groups, as `module:attribute`."""
COMMANDS = {word: place for group in GROUPS.values() for word, place in group.items()}
