import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { type Catalog, listValues, NODE_CODE, visitChoices } from './catalogs.ts';

/** The texts of one catalog in another language. */
export type Translation = { locale: string; path: string; messages: Record<string, string> };

/** Reads a catalog's translation, which is empty if there's none yet. */
export function readTranslation({ path }: Catalog, locale: string): Translation {
  const file = `${dirname(path)}/${locale}.json`;
  return { locale, path: file, messages: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} };
}

/** Lists texts that are missing, unused or invalid, or whose parameters or choices differ from the English ones. */
export function findTranslationProblems({ messages: english }: Catalog, translation: Translation): string[] {
  const { locale, path, messages } = translation;
  const keys = Object.keys(english).filter((key) => !messages[key]?.trim());
  const unusedKeys = Object.keys(messages).filter((key) => !Object.hasOwn(english, key));
  return [
    ...keys.map((key) => `${path}: ${key} is missing`),
    ...unusedKeys.map((key) => `${path}: ${key} isn't in the English catalog`),
    ...Object.keys(english)
      .filter((key) => messages[key]?.trim())
      .flatMap((key) =>
        findTextProblems(english[key]!, messages[key]!, locale).map((problem) => `${path}: ${key} ${problem}`),
      ),
  ];
}

function findTextProblems(english: string, text: string, locale: string): string[] {
  let compiledMessage: CompiledMessage;
  try {
    compiledMessage = compile(text);
  } catch (error) {
    return [`isn't an ICU message: ${(error as Error).message}`];
  }
  const source = compile(english);
  const problems = [];
  const [expected, found] = [source, compiledMessage].map((one) => formatNames(listValues(one)));
  if (expected !== found) problems.push(`has the parameters ${found || 'none'} instead of ${expected || 'none'}`);
  const [choices, chosenOptions] = [source, compiledMessage].map((one) => listChoices(one));
  for (const [name, keys] of choices!)
    if (chosenOptions!.get(name) !== keys)
      problems.push(`has the choices ${chosenOptions!.get(name) ?? 'none'} of ${name} instead of ${keys}`);
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  for (const form of listPluralForms(compiledMessage))
    if (!form.startsWith('=') && !pluralCategories.includes(form as Intl.LDMLPluralRule))
      problems.push(`has the plural form ${form}, which the language doesn't have`);
  return problems;
}

const formatNames = (values: Map<string, string>) =>
  [...values]
    .map(([name, type]) => `${name}: ${type}`)
    .sort()
    .join(', ');

/** Lists the keys of every select by its parameter. Merges the keys if a text has several selects of one parameter. */
function listChoices(message: CompiledMessage): Map<string, string> {
  const keys = new Map<string, Set<string>>();
  visitChoices(message, (name, kind, branches) => {
    if (kind === NODE_CODE.select) keys.set(name, new Set([...(keys.get(name) ?? []), ...Object.keys(branches)]));
  });
  return new Map([...keys].map(([name, set]) => [name, [...set].sort().join(' ')]));
}

function listPluralForms(message: CompiledMessage): Set<string> {
  const forms = new Set<string>();
  visitChoices(message, (_name, kind, branches) => {
    if (kind === NODE_CODE.plural) for (const form of Object.keys(branches)) forms.add(form);
  });
  return forms;
}

const getSourcesPath = (locale: string) => `messages/sources/${locale}.json`;
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Reads the hashes of the English texts that a language was translated from, by message id. */
export function readSources(locale: string): Record<string, string> {
  const path = getSourcesPath(locale);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Lists the translated messages whose English text has changed since. */
export const findChangedTexts = (
  { name, messages }: Catalog,
  { path, messages: texts }: Translation,
  sources: Record<string, string>,
): string[] =>
  Object.keys(texts)
    .filter((key) => messages[key] !== undefined && sources[`${name}.${key}`] !== hashText(messages[key]))
    .map((key) => `${path}: ${key} was translated from another English text`);

/** Records that a language's translations match the current English texts. */
export function confirmTranslations(catalogs: readonly Catalog[], locale: string): void {
  const sources = catalogs.flatMap((catalog) =>
    Object.keys(readTranslation(catalog, locale).messages)
      .filter((key) => catalog.messages[key] !== undefined)
      .map((key) => [`${catalog.name}.${key}`, hashText(catalog.messages[key]!)] as const),
  );
  mkdirSync(dirname(getSourcesPath(locale)), { recursive: true });
  writeFileSync(getSourcesPath(locale), `${JSON.stringify(Object.fromEntries(sources), null, 2)}\n`);
}
