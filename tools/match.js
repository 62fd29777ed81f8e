import { enableCompileCache } from 'node:module';

// What is kept compiled is kept without its types, too: this file alone is read as it stands, and has none.
enableCompileCache();
const words = process.argv.slice(2);
if (words[0] === 'learn') await import('./match-learn.ts');
else if (words.some((word) => /^--schema(=|$)/.test(word))) await import('./match-schema.ts');
else {
  const { ensureBuiltCommand } = await import('./match-bundle.ts');
  await import(await ensureBuiltCommand());
}
