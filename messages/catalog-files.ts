import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import type { Locale } from './locales.ts';

const FOLDERS = '{features/*,web,web/ui,web/shell,content,content/*,server}';
const ROOT = new URL('..', import.meta.url);

/** A catalog's file in one language. */
export type CatalogFile = {
  /** Prefix of its message ids. */
  name: string;
  /** The part of the product it belongs to. */
  folder: string;
  path: string;
};

/** Reads the texts of all catalogs in a language, by message id. */
export function readTexts(locale: Locale): Map<string, string> {
  const texts = listCatalogFiles(locale).map(({ name, path }) => {
    const catalog = JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Record<string, string>;
    return Object.entries(catalog).map(([key, text]) => [`${name}.${key}`, text] as const);
  });
  return new Map(texts.flat());
}

/** Lists the catalogs of a language: `<folder>/messages/<locale>.json`. */
export function listCatalogFiles(locale: Locale): CatalogFile[] {
  return globSync(`${FOLDERS}/messages/${locale}.json`, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const folder = dirname(dirname(path));
      // Content folders keep their prefix, because some are named like a feature.
      return { name: folder.replace(/^(features|web)\//, '').replaceAll('/', '-'), folder, path };
    });
}
