import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { SOURCE_LOCALE } from '../messages/locales.ts';

const IMPORT = /^import \* as (\w+) from '([^']+\.messages\.ts)';\n/gm;

function readCatalog(declarations: string): Record<string, string> {
  const path = join(dirname(declarations), 'messages', `${SOURCE_LOCALE}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
}

/** Replaces references such as `messages.connected` in a browser module with the compiled text. */
export function inlineMessages(code: string, path: string, read = readCatalog): string {
  let inlined = code;
  for (const [, name, target] of code.matchAll(IMPORT)) {
    const catalog = read(join(dirname(path), target!));
    // Skip types, because the compiler removes them.
    inlined = inlined.replaceAll(new RegExp(`(?<![\\w.$'"/]|typeof )${name}\\.(\\w+)`, 'g'), (_, key: string) => {
      const text = catalog[key];
      if (text === undefined) throw new Error(`${path} refers to ${name}.${key}, which its catalog lacks`);
      return JSON.stringify(compile(text));
    });
  }
  return inlined.replaceAll(IMPORT, '\n');
}

/**
 * Limits each page's script to the messages it shows. A catalog is one module, so bundling it would send the whole
 * catalog to every page that shows one of its messages.
 */
export const messagesPlugin: Plugin = {
  name: 'inline-messages',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    // React Router adds queries to the paths of route modules.
    filter: { id: /\.tsx?($|\?)/, code: /\.messages\.ts'/ },
    handler: (code, id) => ({ code: inlineMessages(code, id.replace(/\?.*$/, '')), map: null }),
  },
};
