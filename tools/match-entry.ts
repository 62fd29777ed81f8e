#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Caches the compiled code: loading the matcher takes longer than matching a few hundred players.
enableCompileCache();
await import('./match-command.ts');
