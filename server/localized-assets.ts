import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ServerBuild } from 'react-router';
import { paths } from '../content/paths.ts';
import type { Locale } from '../messages/locales.ts';

/** The folder of each language's scripts within the assets; empty for English. */
export type LocaleFolders = Partial<Record<Locale, string>>;

/** Folder with the scripts and styles of the build before, for pages that were opened earlier. */
export const EARLIER_FILES = 'build/earlier';
/** The file in which a build stores the folder of each language. */
export const LOCALE_FOLDERS_FILE = 'build/locales.json';

/** Reads the folders of the current build's languages. */
export const readLocaleFolders = (): LocaleFolders =>
  existsSync(LOCALE_FOLDERS_FILE) ? (JSON.parse(readFileSync(LOCALE_FOLDERS_FILE, 'utf8')) as LocaleFolders) : {};

const ASSETS = 'build/client/assets';
const STATIC_IMPORT = /\b(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;

/** Scripts that only signed-in users' pages load. */
export type MemberScripts = {
  /** Needed before a page can load data, unless it sends early requests. */
  account: readonly string[];
  /** Parts of the page that visitors don't see. */
  parts: readonly string[];
};

/** Names of the scripts with parts that only signed-in users see, by page. */
const PAGE_PARTS: Readonly<Record<string, string>> = { [paths.lfg]: '{lfg-panels,create-panel,ban-notice}' };

const findScripts = (names: string): string[] =>
  globSync(`${ASSETS}/${names}-[0-9a-f]*.js`).map((path) => basename(path));

/** Adds the scripts that these import. */
function addImports(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const name of all) {
    const code = readFileSync(`${ASSETS}/${name}`, 'utf8');
    for (const [, imported = ''] of code.matchAll(STATIC_IMPORT)) all.add(imported);
  }
  return [...all];
}

/**
 * Returns a function that lists the URLs of a page's member scripts.
 * @param folder the language's folder
 */
export function createMemberScripts(folder: string): (path: string) => MemberScripts {
  const toUrls = (names: readonly string[]) => names.map((name) => `/assets/${folder && `${folder}/`}${name}`);
  const account = toUrls(findScripts('{account-client,offline}'));
  const parts = Object.fromEntries(
    Object.entries(PAGE_PARTS).map(([path, names]) => [path, toUrls(addImports(findScripts(names)))]),
  );
  return (path) => ({ account, parts: parts[path] ?? [] });
}

/** Makes every URL of a script point to a language's copy. Styles, fonts and pictures have no copies. */
export const moveScripts = (text: string, folder: string): string =>
  folder === '' ? text : text.replaceAll(/(["'`]\/?assets\/)([\w.-]+\.js)(?=["'`])/g, `$1${folder}/$2`);

/**
 * Returns the build for pages of one language.
 * @param basename the prefix of these pages' URLs
 */
export function localizeServerBuild(build: ServerBuild, folder: string, basename: string): ServerBuild {
  const assets = JSON.parse(moveScripts(JSON.stringify(build.assets), folder)) as ServerBuild['assets'];
  return { ...build, assets, basename };
}
