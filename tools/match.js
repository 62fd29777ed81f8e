import { enableCompileCache } from 'node:module';

// The cache also stores code without its types. This file runs before the cache is enabled, so it's plain JavaScript.
enableCompileCache();
const words = process.argv.slice(2);
if (words[0] === 'learn') await import('./match-learn.ts');
else if (words.some((word) => /^--schema(=|$)/.test(word))) await import('./match-schema.ts');
else {
  const { ensureBuiltCommand } = await import('./match-bundle.ts');
  await import(await ensureBuiltCommand());
}
