"""The program's own commands. This module is light: every start of the program loads it."""

COMMANDS = {
    "serve": "commands.cli.serve:serve",
    "receive": "commands.cli.receive:receive",
    "tick": "commands.cli.tick:tick",
    "demo": "commands.cli.demo:demo",
    "perft": "commands.cli.perft:perft",
    "starts": "commands.cli.starts:starts",
    "certificate": "commands.cli.certificate:certificate",
    "import": "commands.cli.import_record:import_file",
    "export": "commands.cli.export:export",
    "bot": "commands.cli.bot:bot",
    "referee": "commands.cli.referee:referee",
    "admin": "commands.cli.admin.main:app",
    "robot": "commands.cli.robots:app",
    "tables": "commands.cli.tables:app",
    "status": "commands.cli.status:status",
    "config": "commands.cli.config:config",
    "setup": "commands.cli.setup.main:setup",
    "upgrade": "commands.cli.upgrade:upgrade",
    "doctor": "commands.cli.doctor.main:doctor",
    "healthcheck": "commands.cli.healthcheck:healthcheck",
    "backup": "commands.cli.backup:backup",
    "site": "commands.cli.site:site",
    "restore": "commands.cli.restore:restore",
    "move-database": "commands.cli.move_database:move_database",
}
"""The functions and typer applications of the commands, by their words."""
