"""Runs Python tools inside a sandbox. Nothing here is trusted by anything outside."""
