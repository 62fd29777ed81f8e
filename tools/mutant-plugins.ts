import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Stryker plugins of `mutants.ts`: they choose the mutants to test, exclude code that's never mutated and print a line
 * for each tested mutant.
 */
export const KINDS = ['rules', 'commands'] as const;
export type MutantKind = (typeof KINDS)[number];

export const getMutantKind = (file: string) => KINDS.find((kind) => file.endsWith(`.${kind}.ts`));

type Mutant = {
  id: string;
  fileName: string;
  location: { start: { line: number; column: number } };
  mutatorName: string;
  replacement?: string;
  status?: string;
};
type Options = { sample: { size: number; seed: string; only: string } };

/** Chooses mutants reproducibly by seed and sources, separately for each kind. */
function chooseMutants(mutants: Mutant[], { size, seed, only }: Options['sample']): Set<string> {
  const computeLot = ({ fileName, location, mutatorName, replacement }: Mutant) =>
    createHash('sha256')
      .update(JSON.stringify([seed, relative('.', fileName), location.start, mutatorName, replacement]))
      .digest('hex');
  const sortedMutants = mutants
    .filter((mutant) => mutant.fileName.includes(only))
    .map((mutant) => ({ id: mutant.id, kind: getMutantKind(mutant.fileName), lot: computeLot(mutant) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return new Set(
    KINDS.flatMap((kind) => sortedMutants.filter((one) => one.kind === kind).slice(0, size)).map(({ id }) => id),
  );
}

class Sample {
  static inject = ['options'] as const;
  #sample: Options['sample'];
  constructor({ sample }: Options) {
    this.#sample = sample;
  }
  async init() {}
  /** Returns all mutants as one group, so the sample is drawn from all of them. */
  async group(mutants: Mutant[]) {
    return [mutants.map(({ id }) => id)];
  }
  async check(mutants: Mutant[]) {
    const ids = chooseMutants(mutants, this.#sample);
    const getVerdict = ({ id }: Mutant) =>
      ids.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, getVerdict(mutant)]));
  }
}

class Lines {
  static inject = ['options'] as const;
  #sample: Options['sample'];
  #total = 0;
  #done = 0;
  #since = performance.now();
  constructor({ sample }: Options) {
    this.#sample = sample;
  }
  onDryRunCompleted({ result }: { result: { tests: unknown[] } }) {
    console.log(`${result.tests.length} tests pass without a mutant after ${this.#lap()} s`);
  }
  onMutationTestingPlanReady({ mutantPlans }: { mutantPlans: { mutant: Mutant }[] }) {
    const mutants = mutantPlans.map(({ mutant }) => mutant).filter(({ status }) => status !== 'Ignored');
    this.#total = chooseMutants(mutants, this.#sample).size;
    console.log(`${this.#total} of ${mutants.length} mutants`);
  }
  onMutantTested({ fileName, location, mutatorName, status }: Mutant) {
    if (status === 'CompileError' || status === 'Ignored') return;
    const place = `${relative('.', fileName)}:${location.start.line}`;
    console.log(`${++this.#done}/${this.#total} ${status} ${place} ${mutatorName} (${this.#lap()} s)`);
  }
  #lap(): string {
    const since = this.#since;
    this.#since = performance.now();
    return ((this.#since - since) / 1000).toFixed(1);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a node of the syntax tree
type Node = any;

/** Returns whether a statement only logs; includes conditions that only guard logging. */
function isLogCall(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length > 0 && node.body.every(isLogCall);
  if (node.type === 'IfStatement') return !node.alternate && isLogCall(node.consequent);
  return node.type === 'ExpressionStatement' && node.expression.callee?.object?.property?.name === 'log';
}

/** The option that `mutants.ts` passes to these classes. */
export const strykerValidationSchema = { properties: { sample: { type: 'object' } } };

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
  { kind: 'Reporter', name: 'lines', injectableClass: Lines },
  {
    kind: 'Ignore',
    name: 'logs',
    value: { shouldIgnore: ({ node }: { node: Node }) => (isLogCall(node) ? 'logs' : undefined) },
  },
];
