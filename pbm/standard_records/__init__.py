"""Records of games in formats that other programs read: PGN, PDN and SGF."""
