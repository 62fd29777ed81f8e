import { enableCompileCache } from 'node:module';

// The cache also holds TypeScript modules with their types removed. This file runs before the cache is enabled, so it's
// plain JavaScript.
enableCompileCache();
const args = process.argv.slice(2);
if (args[0] === 'learn') await import('./match-learn.ts');
else if (args.some((word) => /^--schema(=|$)/.test(word))) await import('./match-schema.ts');
else {
  const { ensureBuiltCommand } = await import('./match-bundle.ts');
  await import(await ensureBuiltCommand());
}
