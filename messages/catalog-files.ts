import { globSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import type { Locale } from './locales.ts';

const FOLDERS = '{features/*,web,web/ui,web/shell,content,content/*,server}';
const ROOT = new URL('..', import.meta.url);

/** A catalog's file in one language. */
export type CatalogFile = {
  /** What the ids of its messages begin with. */
  name: string;
  /** The part of the product it belongs to. */
  folder: string;
  path: string;
};

/** Lists the catalogs of a language: `<folder>/messages/<locale>.json`. */
export function listCatalogFiles(locale: Locale): CatalogFile[] {
  return globSync(`${FOLDERS}/messages/${locale}.json`, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const folder = dirname(dirname(path));
      // Some folders of content are named like a feature.
      return { name: folder.replace(/^(features|web)\//, '').replaceAll('/', '-'), folder, path };
    });
}
