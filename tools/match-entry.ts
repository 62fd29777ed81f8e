#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Compiled once and kept: reading the matcher takes longer than matching some hundred players.
enableCompileCache();
await import('./match-command.ts');
