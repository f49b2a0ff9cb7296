"""The slash commands, a cog for each kind of question; no cog imports another."""
