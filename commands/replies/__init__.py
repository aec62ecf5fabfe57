"""Finds the commands in replies to pbm's emails: moves, words such as "resign", and chat.

The reply address identifies the board or the message, so a command leaves these out.
"""
