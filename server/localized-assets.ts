import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ServerBuild } from 'react-router';
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

const MEMBER_SCRIPTS = 'build/client/assets/{account-client,offline}-[0-9a-f]*.js';

/** Returns the URLs of the scripts that every page of a signed-in user needs before it can load data. */
export const listMemberScripts = (folder: string): string[] =>
  globSync(MEMBER_SCRIPTS).map((path) => `/assets/${folder && `${folder}/`}${basename(path)}`);

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
