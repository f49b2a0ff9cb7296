"""The bot in a simulated Discord in the browser. Nothing else of the bot knows of it; `bot.verbs.play` starts it."""
