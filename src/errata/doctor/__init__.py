"""Whether files are sound and belong together: findings with a code, a place and a remedy, and repaired copies."""
