import { FEATURE_ORDER, featureOf } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isTest, literalsOf, type SourceFile } from './source-files.ts';
import { tablesNamedIn, tablesSpelledIn } from './sql-names.ts';

const RULE = 'tables';
const isTables = (path: string) => /^features\/.+\.tables\.ts$/.test(path);
const isQueries = (path: string) => /^features\/.+\.queries\.ts$/.test(path);
/** Measurements lay out data sets of their own, larger than commands could; they stand beside the product. */
const isBench = (path: string) => path.startsWith('bench/');

/** Which feature each table belongs to, by the `*.tables.ts` that defines it. */
function homesOf(files: readonly SourceFile[]): Map<string, string[]> {
  const homes = new Map<string, string[]>();
  for (const { path, text } of files.filter((file) => isTables(file.path))) {
    const schemas = new Map([...text.matchAll(/const (\w+) = pgSchema\('(\w+)'\)/g)].map(([, name, of]) => [name, of]));
    for (const [, maker = '', name = ''] of text.matchAll(/\b(pgTable|pgView|\w+\.table|\w+\.view)\(\s*'(\w+)'/g)) {
      const schema = schemas.get(maker.split('.')[0]);
      const table = schema ? `${schema}.${name}` : name;
      homes.set(table, [...(homes.get(table) ?? []), path]);
    }
  }
  return homes;
}

/** The tables that the migrations leave behind. */
function tablesOfMigrations(files: readonly SourceFile[]): Set<string> {
  const made = new Set<string>();
  for (const { text } of files.filter(({ path }) => path.startsWith('db/migrations/')).toSorted(byPath)) {
    const words = text.replace(/--.*$/gm, '');
    for (const [, name] of words.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?([\w.]+)/gi))
      made.add(name!);
    for (const [, name] of words.matchAll(/\bdrop\s+table\s+(?:if exists\s+)?([\w.]+)/gi)) made.delete(name!);
  }
  return made;
}

const byPath = (one: SourceFile, other: SourceFile) => (one.path < other.path ? -1 : 1);

/** Every table stands in exactly one `*.tables.ts`. */
export function homesOfTables({ files }: Repository): Problem[] {
  const homes = homesOf(files);
  const homeless = [...tablesOfMigrations(files)].filter((table) => !homes.has(table));
  const shared = [...homes].filter(([, paths]) => paths.length > 1);
  return [
    ...homeless.map((table) => ({ rule: RULE, says: `the table ${table} stands in no *.tables.ts` })),
    ...shared.map(([table, paths]) => ({ rule: RULE, says: `the table ${table} stands in ${paths.join(' and ')}` })),
  ];
}

/** A table is named by its feature's own queries, as an object or in SQL; tests may arrange what lies below them. */
export function foreignTables({ files, imports }: Repository): Problem[] {
  const homes = homesOf(files);
  const ownerOf = new Map([...homes].map(([table, [path]]) => [table, featureOf(path!)!]));
  const objects = imports
    .filter(({ from, target }) => isTables(target) && !mayName(from, featureOf(target)!))
    .map(({ from, target }) => ({ rule: RULE, says: `${from}: takes the tables of ${featureOf(target)} (${target})` }));
  const raw = files
    .filter(({ path }) => /^(features|server|tools|db|web|integrations)\/.+\.tsx?$/.test(path))
    .flatMap((file) => namedIn(file, ownerOf));
  const handedOn = files.filter(({ path }) => /^features\/.+\.ts$/.test(path) && !isTest(path)).flatMap(tablesHandedOn);
  return [...objects, ...raw, ...handedOn];
}

/** A file that exports a table object of its own would let others name it after all. */
function tablesHandedOn({ path, text }: SourceFile): Problem[] {
  const handed = [...text.matchAll(/^export\s+(type\s+)?[^;=]*?\sfrom\s+'[^']*\.tables\.ts'/gm)].filter(
    ([, type]) => !type,
  );
  return handed.map(() => ({ rule: RULE, says: `${path}: hands on tables; others take its queries and views` }));
}

function namedIn(file: SourceFile, ownerOf: ReadonlyMap<string, string>): Problem[] {
  const problems = new Map<string, Problem>();
  for (const literal of literalsOf(file)) {
    const spelled = isTest(file.path) ? [] : tablesSpelledIn(literal, ownerOf);
    const foreign = spelled.filter((table) => ownerOf.get(table) !== featureOf(file.path));
    for (const table of new Set([...tablesNamedIn(literal, ownerOf), ...foreign])) {
      const owner = ownerOf.get(table)!;
      if (mayName(file.path, owner)) continue;
      const says = `${file.path}:${literal.line}: names the table ${table} of ${owner}`;
      problems.set(`${literal.line} ${table}`, { rule: RULE, says });
    }
  }
  return [...problems.values()];
}

function mayName(path: string, owner: string): boolean {
  const feature = featureOf(path);
  if (isBench(path)) return true;
  if (isTest(path)) return feature === undefined || rankOf(owner) <= rankOf(feature);
  return feature === owner && (isQueries(path) || isTables(path));
}

const rankOf = (feature: string) => FEATURE_ORDER.indexOf(feature as (typeof FEATURE_ORDER)[number]);
