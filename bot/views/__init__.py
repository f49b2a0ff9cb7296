"""Buttons and menus under the bot's messages; all of them outlive a restart."""
