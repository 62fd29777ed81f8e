import { enableCompileCache } from 'node:module';

// Compiled once and kept: reading the matcher takes longer than matching some hundred players.
enableCompileCache();
// What learns reads a database; matching a file needs none.
await (process.argv[2] === 'learn' ? import('./match-learn.ts') : import('./match-command.ts'));
