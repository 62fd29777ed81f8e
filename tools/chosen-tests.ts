/** A test file with its path from the repository's root. */
export type TestFile = { path: string; text: string };

export type TestKind = 'unit' | 'slow' | 'browser';

/** The files of each kind to run. If no path matched, also the words that a test's title must contain. */
export type TestChoice = Record<TestKind, string[]> & { title?: string };

const getKind = (path: string): TestKind => {
  if (path.startsWith('e2e/')) return 'browser';
  return path.endsWith('.slow.test.ts') ? 'slow' : 'unit';
};

/** Maps a source file to the test named after it: `lfg.rules.ts` to `lfg.rules.test.ts`. */
const toTestPattern = (argument: string) => argument.replace(/(?<!\.test|\.spec)\.tsx?$/, '.test.ts');

/**
 * Finds tests by words in their path. If no path matches, searches their text. Skips long tests unless they're
 * requested or nothing shorter matches.
 */
export function chooseTests(files: readonly TestFile[], args: readonly string[], isSlow = false): TestChoice {
  const patterns = args.map((argument) => toTestPattern(argument.replace(/^\.?\//, '').replace(/\/$/, '')));
  const filesByPath = files.filter(({ path }) => patterns.some((pattern) => path.includes(pattern)));
  const title = args.join(' ');
  const chosenFiles = filesByPath.length > 0 ? filesByPath : files.filter(({ text }) => includesWords(text, title));
  const listOfKind = (kind: TestKind) => chosenFiles.map(({ path }) => path).filter((path) => getKind(path) === kind);
  const hasQuickTests = listOfKind('unit').length + listOfKind('browser').length > 0;
  return {
    unit: isSlow ? [] : listOfKind('unit'),
    browser: isSlow ? [] : listOfKind('browser'),
    slow: isSlow || !hasQuickTests ? listOfKind('slow') : [],
    ...(filesByPath.length > 0 ? {} : { title }),
  };
}

const includesWords = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
