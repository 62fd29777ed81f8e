import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const setup = fileURLToPath(new URL('./property-seed.ts', import.meta.url));

/**
 * Makes every test module that imports fast-check set the seed first. A setup file would load fast-check for every test
 * file, which takes longer than most tests.
 */
export const seedProperties: Plugin = {
  name: 'seed-properties',
  enforce: 'pre',
  transform: (code, id) =>
    id !== setup && /\bfrom 'fast-check'/.test(code)
      ? { code: `import ${JSON.stringify(setup)};${code}`, map: null }
      : undefined,
};
