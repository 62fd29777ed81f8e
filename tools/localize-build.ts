import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import compile from 'icu-minify/compile';
import { readTexts } from '../messages/catalog-files.ts';
import { LOCALE_FACTS, SOURCE_LOCALE, TRANSLATED_LOCALES } from '../messages/locales.ts';
import { type LocaleFolders, moveScripts } from '../server/localized-assets.ts';
import { MESSAGE_MARK } from './inline-messages.ts';

/** Replaces the placeholders in a script with compiled texts. @throws Error for a message without a text */
export function fillMarks(code: string, texts: ReadonlyMap<string, string>): string {
  return code.replaceAll(MESSAGE_MARK, (_mark, _quote, id: string) => {
    const text = texts.get(id);
    if (text === undefined) throw new Error(`${id} has no text`);
    return JSON.stringify(compile(text));
  });
}

/**
 * Writes one copy of a build's scripts per language, so that a browser loads only the texts of its own language. The
 * English copy overwrites the scripts that contain placeholders. Each other language gets a folder named after a hash
 * of its content, because browsers cache scripts forever.
 * @returns the folder of each language
 */
export function localizeBuild(folder: string): LocaleFolders {
  const scripts = globSync(`${folder}/*.js`)
    .sort()
    .map((path) => ({ name: basename(path), code: readFileSync(path, 'utf8') }));
  const folders = Object.fromEntries(
    TRANSLATED_LOCALES.map((locale) => {
      const texts = readTexts(locale);
      const filledScripts = scripts.map(({ name, code }) => ({ name, code: fillMarks(code, texts) }));
      const hash = createHash('sha256').update(JSON.stringify(filledScripts)).digest('hex').slice(0, 5);
      const localizedHash = `${LOCALE_FACTS[locale].prefix.slice(1)}${hash}`;
      mkdirSync(`${folder}/${localizedHash}`);
      for (const { name, code } of filledScripts)
        writeFileSync(`${folder}/${localizedHash}/${name}`, moveScripts(code, localizedHash));
      return [locale, localizedHash];
    }),
  );
  const english = readTexts(SOURCE_LOCALE);
  for (const { name, code } of scripts) writeFileSync(`${folder}/${name}`, fillMarks(code, english));
  return { ...folders, [SOURCE_LOCALE]: '' };
}
