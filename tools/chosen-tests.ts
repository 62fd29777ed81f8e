/** A test file with its path from the repository's root. */
export type TestFile = { path: string; text: string };

export type Kind = 'unit' | 'slow' | 'browser';

/** The files of each kind to run. If no path matched, also the words that a test's title must contain. */
export type Choice = Record<Kind, string[]> & { title?: string };

const kindOf = (path: string): Kind => {
  if (path.startsWith('e2e/')) return 'browser';
  return path.endsWith('.slow.test.ts') ? 'slow' : 'unit';
};

/** Maps a source file to the test named after it: `lfg.rules.ts` to `lfg.rules.test.ts`. */
const toTestPattern = (wish: string) => wish.replace(/(?<!\.test|\.spec)\.tsx?$/, '.test.ts');

/**
 * Chooses tests by a few words: files with the words in their path or, if there are none, in their text. Includes long
 * tests only if they're requested or nothing shorter matches.
 */
export function chooseTests(files: readonly TestFile[], wishes: readonly string[], slow = false): Choice {
  const clean = wishes.map((wish) => toTestPattern(wish.replace(/^\.?\//, '').replace(/\/$/, '')));
  const filesByPath = files.filter(({ path }) => clean.some((wish) => path.includes(wish)));
  const words = wishes.join(' ');
  const found = filesByPath.length > 0 ? filesByPath : files.filter(({ text }) => includesWords(text, words));
  const of = (kind: Kind) => found.map(({ path }) => path).filter((path) => kindOf(path) === kind);
  const hasQuickTests = of('unit').length + of('browser').length > 0;
  return {
    unit: slow ? [] : of('unit'),
    browser: slow ? [] : of('browser'),
    slow: slow || !hasQuickTests ? of('slow') : [],
    ...(filesByPath.length > 0 ? {} : { title: words }),
  };
}

const includesWords = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());
