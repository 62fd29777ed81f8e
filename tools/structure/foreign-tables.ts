import { findExportedTables } from './exported-tables.ts';
import { FEATURE_ORDER, getFeature } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isScript, isTest, listLiterals, mapConstants, mapImportedNames, type SourceFile } from './source-files.ts';
import { buildsTableNames, findHardcodedTableNames, findTableNames } from './sql-names.ts';

const RULE = 'tables';
const isTables = (path: string) => /^features\/.+\.tables\.ts$/.test(path);
const isQueries = (path: string) => /^features\/.+\.queries\.ts$/.test(path);
/**
 * Returns whether a file is a benchmark. Those aren't part of the product and create larger data sets than commands
 * could.
 */
const isBench = (path: string) => path.startsWith('bench/');

/** Returns the `*.tables.ts` files that define each table. */
function findTableHomes(files: readonly SourceFile[]): Map<string, string[]> {
  const filesByTable = new Map<string, string[]>();
  for (const { path, text } of files.filter((file) => isTables(file.path))) {
    const schemas = new Map([...text.matchAll(/const (\w+) = pgSchema\('(\w+)'\)/g)].map(([, name, of]) => [name, of]));
    for (const [, maker = '', name = ''] of text.matchAll(/\b(pgTable|pgView|\w+\.table|\w+\.view)\(\s*'(\w+)'/g)) {
      const schema = schemas.get(maker.split('.')[0]);
      const table = schema ? `${schema}.${name}` : name;
      filesByTable.set(table, [...(filesByTable.get(table) ?? []), path]);
    }
  }
  return filesByTable;
}

/** Returns the tables that exist after all migrations. */
function listMigratedTables(files: readonly SourceFile[]): Set<string> {
  const tables = new Set<string>();
  for (const { text } of files.filter(({ path }) => path.startsWith('db/migrations/')).toSorted(comparePaths)) {
    const statements = text.replace(/--.*$/gm, '');
    for (const [, name] of statements.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?([\w.]+)/gi))
      tables.add(name!);
    for (const [, name] of statements.matchAll(/\bdrop\s+table\s+(?:if exists\s+)?([\w.]+)/gi)) tables.delete(name!);
  }
  return tables;
}

const comparePaths = (one: SourceFile, other: SourceFile) => (one.path < other.path ? -1 : 1);

/** Reports tables that aren't defined in exactly one `*.tables.ts`. */
export function checkTableHomes({ files }: Repository): Problem[] {
  const filesByTable = findTableHomes(files);
  const undeclaredTables = [...listMigratedTables(files)].filter((table) => !filesByTable.has(table));
  const sharedTables = [...filesByTable].filter(([, paths]) => paths.length > 1);
  return [
    ...undeclaredTables.map((table) => ({ rule: RULE, message: `table ${table} isn't defined in any *.tables.ts` })),
    ...sharedTables.map(([table, paths]) => ({
      rule: RULE,
      message: `table ${table} is defined in ${paths.join(' and ')}`,
    })),
  ];
}

/**
 * Reports code that names another feature's tables, as an object or in SQL. Tests may set up data of lower features.
 */
export function checkForeignTables({ files, imports }: Repository): Problem[] {
  const filesByTable = findTableHomes(files);
  const ownerOf = new Map([...filesByTable].map(([table, [path]]) => [table, getFeature(path!)!]));
  const objects = imports
    .filter(({ from, target }) => isTables(target) && !canNameTable(from, getFeature(target)!))
    .map(({ from, target }) => ({
      rule: RULE,
      message: `${from}: imports the tables of ${getFeature(target)} (${target})`,
    }));
  const rawSqlProblems = files
    .filter(({ path }) => /^(features|server|tools|db|web|integrations)\//.test(path) && isScript(path))
    .flatMap((file) => findNamedTables(file, ownerOf));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const textProblems = files
    .filter(({ path }) => /^(features|server|tools|db|web|integrations)\//.test(path) && isScript(path))
    .flatMap((file) => findTablesInText(file, byPath, ownerOf));
  const exportedTableProblems = files
    .filter(({ path }) => /^features\//.test(path) && isScript(path) && !isTest(path) && !isTables(path))
    .flatMap(findExportedTables);
  const renamedTables = files
    .filter(({ path }) => /^(features|server|tools|db)\//.test(path) && isScript(path))
    .flatMap(findSqlAliases);
  return [...objects, ...rawSqlProblems, ...textProblems, ...exportedTableProblems, ...renamedTables];
}

function findNamedTables(file: SourceFile, ownerOf: ReadonlyMap<string, string>): Problem[] {
  const problems = new Map<string, Problem>();
  for (const literal of listLiterals(file)) {
    const literalTables = isTest(file.path) ? [] : findHardcodedTableNames(literal, ownerOf);
    const foreignTables = literalTables.filter((table) => ownerOf.get(table) !== getFeature(file.path));
    for (const table of new Set([...findTableNames(literal, ownerOf), ...foreignTables])) {
      const owner = ownerOf.get(table)!;
      if (canNameTable(file.path, owner)) continue;
      const message = `${file.path}:${literal.line}: uses the table ${table} of ${owner}`;
      problems.set(`${literal.line} ${table}`, { rule: RULE, message });
    }
  }
  return [...problems.values()];
}

/**
 * Reports aliases of `sql`. Only templates tagged `sql` are checked as SQL, so an alias would pass as a plain string.
 */
function findSqlAliases(file: SourceFile): Problem[] {
  const importedNames = [...mapImportedNames(file)].filter(
    ([local, { target, name }]) => target === 'drizzle-orm' && ((name === 'sql' && local !== 'sql') || name === '*'),
  );
  const constants = [...mapConstants(file)].filter(([, value]) => value.type === 'Identifier' && value.name === 'sql');
  return [...importedNames, ...constants].map(([name]) => ({
    rule: RULE,
    message: `${file.path}: imports sql under another name (${name})`,
  }));
}

/**
 * Finds tables in dynamic SQL (`sql.raw(name)`, `sql.identifier(name)`, or a placeholder instead of a table). In such a
 * file, every word that's a table's name counts, including in constants it imports.
 */
function findTablesInText(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
  ownerOf: ReadonlyMap<string, string>,
): Problem[] {
  if (!buildsTableNames(file)) return [];
  const importedNames = [...mapImportedNames(file).values()].flatMap(({ target, name }) =>
    listWords(byPath.get(target), name),
  );
  const literalWords = listLiterals(file)
    .filter(({ tag }) => tag !== 'words')
    .flatMap(({ text }) => [text, ...text.toLowerCase().split(/[^\w.]+/)]);
  const tableNames = new Set([...literalWords, ...importedNames]);
  return [...ownerOf]
    .filter(([table, owner]) => tableNames.has(table.split('.').at(-1)!) && !canNameTable(file.path, owner))
    .map(([table, owner]) => ({
      rule: RULE,
      message: `${file.path}: builds SQL from strings that name the table ${table} of ${owner}`,
    }));
}

/** Returns the strings in a file's constant, or in all its constants for `*`. */
function listWords(file: SourceFile | undefined, name: string): string[] {
  if (!file || !isScript(file.path) || isTables(file.path)) return [];
  const constants = mapConstants(file);
  const values = name === '*' ? [...constants.values()] : [constants.get(name)].filter((one) => one !== undefined);
  return values.flatMap(({ start, end }) =>
    listLiterals({ path: file.path, text: `(${file.text.slice(start, end)})` }).map(({ text }) => text),
  );
}

function canNameTable(path: string, owner: string): boolean {
  const feature = getFeature(path);
  if (isBench(path)) return true;
  if (isTest(path)) return feature === undefined || getRank(owner) <= getRank(feature);
  return feature === owner && (isQueries(path) || isTables(path));
}

const getRank = (feature: string) => FEATURE_ORDER.indexOf(feature as (typeof FEATURE_ORDER)[number]);
