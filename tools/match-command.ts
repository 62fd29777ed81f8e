import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultRules } from '../matcher/default-rules.ts';
import type { Result } from '../matcher/matcher-schema.ts';
import { FORMAT_VERSIONS, readPool, readRules } from '../matcher/read-formats.ts';
import { TaskThreads } from '../matcher/task-threads.ts';

const OPTIONS = `--pool pool.json --out result.json [--rules rules.json] [--seed 1] [--effort quick|full|2]
                 [--threads 2] [--proof quick|tight] [--explain]`;
const IN_REPOSITORY = `npm run match -- ${OPTIONS}

       npm run match -- --schema pool|rules|result
       npm run match -- learn [--json learned.json] [--propose --admin admin@example.com]

Matches the players of any pool into squads and pairs. docs/matcher.md describes the formats; --schema prints one as
JSON Schema. learn fits the weights to which squads played again.`;
const IN_PACKAGE = `planet-crew-matcher ${OPTIONS}

Matches the players of any pool into squads and pairs. The formats are in the package's schema/ folder and README.`;
const USAGE = basename(process.argv[1] ?? '') === 'match.js' ? IN_REPOSITORY : IN_PACKAGE;

const { values: options } = parseArgs({
  options: {
    pool: { type: 'string' },
    rules: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    effort: { type: 'string', default: 'full' },
    threads: { type: 'string', default: '2' },
    proof: { type: 'string', default: 'quick' },
    explain: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (options.help || !options.pool || !options.out) {
    console.log(USAGE);
    process.exitCode = options.help ? 0 : 1;
    return;
  }
  const pool = readInput(options.pool, readPool);
  const rules = options.rules ? readInput(options.rules, readRules) : defaultRules;
  // Parse the options before starting threads. If the command is refused, running threads would keep it from exiting.
  const run = {
    seed: parseWholeNumber('seed', options.seed, 0),
    effort: parseEffort(options.effort),
    proof: parseProof(options.proof),
    now: () => performance.now(),
    memory: () => process.memoryUsage().rss,
  };
  const workers = new TaskThreads(parseWholeNumber('threads', options.threads, 1));
  const result = await workers.run(pool, rules, run);
  await workers.end();
  // Load the explanations only on request, because they need many files.
  const explainedResult = options.explain
    ? (await import('./match-explain.ts')).addExplanations(result, pool, rules)
    : result;
  writeFileSync(options.out, `${JSON.stringify({ version: FORMAT_VERSIONS.result, ...explainedResult }, null, 1)}\n`);
  console.log(formatSummary(result));
}

/**
 * Reads a JSON file and parses it with `of`.
 * @throws Error that names the file and its first problems
 */
function readInput<Format>(file: string, parse: (json: unknown) => Format): Format {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  try {
    return parse(json);
  } catch (error) {
    throw new Error(`${file} is not in the expected form:\n${(error as Error).message}`);
  }
}

function parseWholeNumber(name: string, text: string, min: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min) return value;
  throw new Error(`--${name} must be a whole number of at least ${min}, not ${text}.`);
}

function parseEffort(text: string): 'quick' | 'full' | number {
  if (text === 'quick' || text === 'full') return text;
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`--effort must be quick, full or a number above 0, not ${text}.`);
}

function parseProof(text: string): 'quick' | 'tight' {
  if (text === 'quick' || text === 'tight') return text;
  throw new Error(`--proof must be quick or tight, not ${text}.`);
}

function formatSummary({ certificate }: Result): string {
  const { squads, pairs, leftOver, pool, total, bound, gap, proof, squadBound, seconds, scores } = certificate;
  const lines = [
    `${pool} players: ${squads} squads, ${pairs} pairs, ${leftOver} left over in ${seconds.toFixed(2)} s`,
    `total ${total.toFixed(1)} of at most ${bound.toFixed(1)} (proven gap ${(100 * gap).toFixed(2)} %, ${proof} proof)`,
    `squads at most ${squadBound}; mean score ${scores.mean.toFixed(1)}`,
    ...Object.entries(certificate.leftOverByReason).map(([reason, count]) => `left over, ${reason}: ${count}`),
  ];
  return lines.join('\n');
}
