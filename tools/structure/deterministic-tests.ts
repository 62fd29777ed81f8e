import type { Problem, Repository } from './repository.ts';
import { isTest, type SourceFile, visitNodes } from './source-files.ts';

/** Functions that return random values. `randomUUID` is allowed, because ids only have to differ. */
const RANDOM_FUNCTIONS = /^(getRandomValues|randomBytes|randomFill(Sync)?|randomInt)$/;
const RANDOM_MEMBER = /^(Math\.random|(globalThis\.)?crypto\.getRandomValues)$/;
const STOPWATCH = /^(performance\.(now|measure|mark)|process\.(hrtime(\.bigint)?|cpuUsage|resourceUsage))$/;

const isSuite = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const isTimed = (path: string) => /\.timed\.(slow\.test|spec)\.ts$/.test(path);

/** Reports unseeded randomness in tests, because failures must be reproducible. */
export function checkTestRandomness({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => isTest(path) || path.startsWith('e2e/'))
    .flatMap((file) =>
      listRandomSources(file).map((name) => ({
        rule: 'randomness',
        message: `${file.path}: ${name} has no seed; use matcher/random.ts, fast-check or a hash`,
      })),
    );
}

function listRandomSources(file: SourceFile): string[] {
  const sources = new Set<string>();
  visitNodes(file, {
    ImportSpecifier: ({ imported }) => {
      const name = 'name' in imported ? imported.name : imported.value;
      if (RANDOM_FUNCTIONS.test(name)) sources.add(name);
    },
    MemberExpression: (node) => {
      const name = file.text.slice(node.start, node.end).replaceAll(/\s|\?(?=\.)/g, '');
      if (RANDOM_MEMBER.test(name)) sources.add(name);
    },
  });
  return [...sources];
}

/**
 * Reports assertions on elapsed time outside of timed test files. Those run alone, because a busy machine makes such
 * assertions fail.
 */
export function checkTimingAssertions({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => isSuite(path) && !isTimed(path))
    .flatMap((file) =>
      [...listStopwatches(file), ...listElapsedAssertions(file)].map((text) => ({
        rule: 'timing',
        message: `${file.path}: ${text} measures time; move the test to a *.timed.slow.test.ts file`,
      })),
    );
}

function listStopwatches(file: SourceFile): string[] {
  const names = new Set<string>();
  visitNodes(file, {
    MemberExpression: (node) => {
      const name = file.text.slice(node.start, node.end).replaceAll(/\s/g, '');
      if (STOPWATCH.test(name)) names.add(name);
    },
  });
  return [...names];
}

type Span = { start: number; end: number };
const isWithin = (inner: Span, outers: readonly Span[]) =>
  outers.some((outer) => outer.start <= inner.start && inner.end <= outer.end);

/**
 * Lists the assertions that compare elapsed time: `expect` of a difference from a clock, directly or through a
 * constant.
 */
function listElapsedAssertions(file: SourceFile): string[] {
  const getText = ({ start, end }: Span) => file.text.slice(start, end);
  const starts = new Set<string>();
  const subtractions: (Span & { right: string })[] = [];
  const variables: (Span & { name: string })[] = [];
  const expectedSpans: Span[] = [];
  const mentions: (Span & { name: string })[] = [];
  visitNodes(file, {
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return;
      if (getText(init) === 'Date.now()') starts.add(id.name);
      if (!/Function/.test(init.type)) variables.push({ name: id.name, start: init.start, end: init.end });
    },
    BinaryExpression: ({ operator, right, start, end }) => {
      if (operator === '-' && right.type === 'Identifier') subtractions.push({ right: right.name, start, end });
    },
    CallExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && callee.name === 'expect') expectedSpans.push(...args);
    },
    Identifier: ({ name, start, end }) => void mentions.push({ name, start, end }),
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && node.property.name === 'ms')
        mentions.push({ name: '.ms', start: node.start, end: node.end });
    },
  });
  const elapsedSubtractions = subtractions.filter(({ right }) => starts.has(right));
  const durations = new Set(
    variables.filter((one) => elapsedSubtractions.some((each) => isWithin(each, [one]))).map(({ name }) => name),
  );
  return [...elapsedSubtractions, ...mentions.filter(({ name }) => name === '.ms' || durations.has(name))]
    .filter((each) => isWithin(each, expectedSpans))
    .map(getText);
}
