import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { listCatalogFiles } from '../messages/catalog-files.ts';
import { SOURCE_LOCALE } from '../messages/locales.ts';
import { findWrongTerms } from './structure/copy-terms.ts';

/** The English catalog of a folder, and the file that declares its messages to TypeScript. */
export type Catalog = {
  /** The folder's name, which every message's id starts with. */
  name: string;
  path: string;
  declarations: string;
  messages: Record<string, string>;
};

/** Reads every English catalog. */
export const readCatalogs = (): Catalog[] =>
  listCatalogFiles(SOURCE_LOCALE).map(({ name, folder, path }) => ({
    name,
    path,
    declarations: `${folder}/${name}.messages.ts`,
    messages: JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>,
  }));

/** Returns the problems with a catalog's keys and texts. */
export function findCatalogProblems({ path, messages }: Catalog): string[] {
  return Object.entries(messages).flatMap(([key, text]) => {
    if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return [`${path}: ${key} isn't a name in camelCase`];
    const terms = findWrongTerms(text).map((instead) => `${path}: ${key} says "${text}": write ${instead}`);
    try {
      compile(text);
      return terms;
    } catch (error) {
      return [`${path}: ${key} isn't an ICU message: ${(error as Error).message}`];
    }
  });
}

/**
 * Returns the texts that depend on the group format but have no branch for two or more of the formats. The `other`
 * branch is written for one format, so another format would get the wrong text.
 */
export function findMissingFormats({ path, messages }: Catalog, formats: readonly string[]): string[] {
  return Object.entries(messages).flatMap(([key, text]) => {
    const problems: string[] = [];
    visitChoices(compile(text), (name, kind, branches) => {
      const missingFormats = formats.filter((format) => !Object.hasOwn(branches, format));
      if (kind !== NODE_CODE.select || missingFormats.length === formats.length || missingFormats.length < 2) return;
      problems.push(`${path}: ${key} has no choice of ${name} for one of ${missingFormats.join(', ')}`);
    });
    return problems;
  });
}

/** Returns the source of the file that declares a catalog's messages. */
export function declareMessages({ name, declarations, messages }: Catalog): string {
  const entries = Object.entries(messages).map(([key, text]) => [key, compile(text)] as const);
  const lines = entries.map(([key, text]) => {
    const values = listValues(text);
    const types = [...values].map(([value, type]) => `${value}: ${type}`).join('; ');
    return `export const ${key} = message${values.size > 0 ? `<{ ${types} }>` : ''}('${name}.${key}', ${JSON.stringify(text)});`;
  });
  const usesTags = entries.some(([, text]) => [...listValues(text).values()].includes('Tag'));
  const importedNames = usesTags ? 'message, type Tag' : 'message';
  return `// Generated from messages/${SOURCE_LOCALE}.json by \`npm run translate\`.
import { ${importedNames} } from '${relative(dirname(declarations), 'messages/message.ts')}';

${lines.join('\n')}
`;
}

/** Codes of icu-minify's compiled nodes. */
export const NODE_CODE = { select: 1, plural: 2, selectOrdinal: 3, number: 4, date: 5, time: 6 } as const;
const TYPES: Record<number, string> = {
  [NODE_CODE.select]: 'string',
  [NODE_CODE.plural]: 'number',
  [NODE_CODE.selectOrdinal]: 'number',
  [NODE_CODE.number]: 'number',
  [NODE_CODE.date]: 'Date',
  [NODE_CODE.time]: 'Date',
};

/** Lists the parameters of a compiled message with their TypeScript types. */
export function listValues(text: CompiledMessage): Map<string, string> {
  const values = new Map<string, string>();
  const add = (name: string, type: string) => {
    if (values.get(name) !== 'number') values.set(name, type);
  };
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node as [string, unknown, ...unknown[]];
    const isTag = kind !== undefined && (typeof kind !== 'number' || kind === 0);
    add(name, isTag ? 'Tag' : (TYPES[kind as number] ?? 'string'));
    if (isTag) [kind, ...rest].forEach(visit);
    // The branches of a select or plural.
    else if (rest[0] && typeof kind === 'number' && kind <= NODE_CODE.selectOrdinal)
      Object.values(rest[0]).flat(1).forEach(visit);
  };
  if (Array.isArray(text)) text.forEach(visit);
  return values;
}

type Branches = Record<string, unknown>;

/**
 * Calls `onChoice` for each select and plural of a message, with the name of its parameter, its kind and its branches.
 */
export function visitChoices(node: unknown, onChoice: (name: string, kind: number, branches: Branches) => void): void {
  if (!Array.isArray(node)) return;
  const [name, kind, branches] = node as [unknown, unknown, unknown];
  const isChoice = typeof name === 'string' && typeof kind === 'number' && kind > 0 && kind <= NODE_CODE.selectOrdinal;
  if (isChoice && branches && typeof branches === 'object' && !Array.isArray(branches)) {
    onChoice(name, kind, branches as Branches);
    for (const branch of Object.values(branches)) visitChoices(branch, onChoice);
    return;
  }
  for (const part of node) visitChoices(part, onChoice);
}
