"""The program's own commands. This module is light: every start of the program loads it."""

COMMANDS = {
    "serve": "commands.cli.server.serve:serve",
    "receive": "commands.cli.server.receive:receive",
    "tick": "commands.cli.server.tick:tick",
    "demo": "commands.cli.demo:demo",
    "perft": "commands.cli.perft:perft",
    "starts": "commands.cli.proofs.starts:starts",
    "certificate": "commands.cli.proofs.certificate:certificate",
    "import": "commands.cli.database.records:import_file",
    "export": "commands.cli.database.records:export",
    "bot": "commands.cli.engines.bot:bot",
    "referee": "commands.cli.engines.referee:referee",
    "admin": "commands.cli.admin.main:app",
    "robot": "commands.cli.engines.robots:app",
    "tables": "commands.cli.proofs.tables:app",
    "status": "commands.cli.server.status:status",
    "config": "commands.cli.config:config",
    "setup": "commands.cli.setup.main:setup",
    "upgrade": "commands.cli.database.upgrade:upgrade",
    "doctor": "commands.cli.doctor.main:doctor",
    "healthcheck": "commands.cli.server.healthcheck:healthcheck",
    "backup": "commands.cli.database.backup:backup",
    "site": "commands.cli.server.site:site",
    "restore": "commands.cli.database.backup:restore",
    "move-database": "commands.cli.database.move_database:move_database",
}
"""The functions and typer applications of the commands, by their words."""
