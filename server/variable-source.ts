import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

/** Variables by name, as a process gets them. */
export type VariableSource = Record<string, string | undefined>;

const FILE = '_FILE';

/**
 * Reads the variables whose value is in a file, which is how container platforms pass secrets. For example,
 * `STRIPE_SECRET_KEY_FILE` holds the path of a file with the value of `STRIPE_SECRET_KEY`.
 * @returns all variables, and a sentence for each file that can't be used
 */
export function readSecretFiles(
  source: VariableSource,
  names: readonly string[],
): { variables: VariableSource; faults: string[] } {
  const variables = { ...source };
  const faults: string[] = [];
  for (const name of names) {
    const path = source[name + FILE];
    if (!path) continue;
    if (source[name]) {
      faults.push(`${name} and ${name}${FILE} are both set. Remove one of them.`);
      continue;
    }
    try {
      // Editors end files with a line break that isn't part of the secret.
      variables[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(`${name}${FILE} names ${path}, which can't be read (${code}). Check the path and its permissions.`);
    }
  }
  return { variables, faults };
}

/**
 * Minimum length of the names to compare. Short names, such as HOST, resemble variables of other programs, such as
 * HOME.
 */
const SHORTEST_COMPARED = 8;
const MAX_TYPOS = 2;

/** Returns a sentence for each variable that's probably a misspelling of one of these names. */
export function findMisspelledVariables(source: VariableSource, names: readonly string[]): string[] {
  const knownNames = new Set(names.flatMap((name) => [name, name + FILE]));
  return Object.keys(source)
    .filter((name) => name.length >= SHORTEST_COMPARED && !knownNames.has(name))
    .flatMap((name) => {
      const suggestion = names.find((one) => one.length >= SHORTEST_COMPARED && isTypoOf(name, one));
      return suggestion ? [`${name} isn't a variable of Planet Crew. Did you mean ${suggestion}?`] : [];
    });
}

/** Other letter cases count as typos, and so do dashes in place of underscores. */
const normalize = (name: string) => name.toUpperCase().replaceAll('-', '_');
const isTypoOf = (name: string, one: string) => distance(normalize(name), one) <= MAX_TYPOS;
