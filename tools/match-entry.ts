#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Cache the compiled code, because loading the matcher takes longer than matching a few hundred players.
enableCompileCache();
await import('./match-command.ts');
