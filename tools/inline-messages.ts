import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { SOURCE_LOCALE } from '../messages/locales.ts';

const IMPORT = /^import \* as (\w+) from '([^']+\.messages\.ts)';\n/gm;

function readCatalog(declarations: string): Record<string, string> {
  const path = join(dirname(declarations), 'messages', `${SOURCE_LOCALE}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
}

/** Writes the code that replaces a message in a bundle: its text, or a placeholder with its id. */
type WriteMessage = (id: string, english: string) => string;

/** Writes the compiled English text. */
export const writeEnglish: WriteMessage = (_id, english) => JSON.stringify(compile(english));

/**
 * Writes a placeholder, which `tools/localize-build.ts` replaces with the text in each language. It includes a hash of
 * the English text. File names depend on their content, so they change when the text changes.
 */
export const writeMark: WriteMessage = (id, english) => {
  const hash = createHash('sha256').update(english).digest('hex').slice(0, 7);
  return `"@@${id}@@${hash}@@"`;
};

/** Matches the placeholders in a bundle, with any kind of quotes. The first group is the quote, the second the id. */
export const MESSAGE_MARK = /(["'`])@@([\w-]+\.\w+)@@[0-9a-f]{7}@@\1/g;

/** Replaces `messages.connected` with its text or a placeholder, wherever browser code refers to it. */
export function inlineMessages(code: string, path: string, write: WriteMessage, read = readCatalog): string {
  let inlinedCode = code;
  for (const [, name, target] of code.matchAll(IMPORT)) {
    const catalog = read(join(dirname(path), target!));
    const catalogName = basename(target!, '.messages.ts');
    // Don't replace messages in types. The compiler removes those.
    inlinedCode = inlinedCode.replaceAll(
      new RegExp(`(?<![\\w.$'"/]|typeof )${name}\\.(\\w+)`, 'g'),
      (_, key: string) => {
        const text = catalog[key];
        if (text === undefined) throw new Error(`${path} refers to ${name}.${key}, which its catalog lacks`);
        return write(`${catalogName}.${key}`, text);
      },
    );
  }
  return inlinedCode.replaceAll(IMPORT, '\n');
}

/**
 * Puts only the messages that a page shows into its script. A catalog is one module, so bundling it would send all of
 * its messages to every page that shows one of them. Builds get placeholders, the development server English texts.
 */
export function createMessagesPlugin(): Plugin {
  let write = writeEnglish;
  return {
    name: 'inline-messages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: ({ command }) => {
      if (command === 'build') write = writeMark;
    },
    transform: {
      // React Router adds queries to the paths of route modules.
      filter: { id: /\.tsx?($|\?)/, code: /\.messages\.ts'/ },
      handler: (code, id) => ({ code: inlineMessages(code, id.replace(/\?.*$/, ''), write), map: null }),
    },
  };
}
