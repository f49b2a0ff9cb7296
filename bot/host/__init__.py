"""What the person who hosts the bot for months needs: one process a shard, logs, figures."""
