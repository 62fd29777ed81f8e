import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { compareBaselines } from './compare-baselines.ts';
import { exactCount, exactScore } from './exact.ts';
import { determinism, growth, incremental, million, rescueTime, speedAndQuality } from './measures.ts';

/** Prints the tables of docs/matcher.md and writes bench/results/matcher.json. `--only speed,exact` takes some. */
const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const wanted = values.only?.split(',');
const results: Record<string, unknown> = { at: new Date().toISOString(), cpus: cpus().length, node: process.version };

const sections: Record<string, () => Promise<unknown>> = {
  speed: () => speedAndQuality(values.quick ? [10_000] : [10_000, 100_000]),
  growth: () => growth(values.quick ? [2_000, 4_000, 8_000] : [4_000, 16_000, 64_000, 256_000]),
  baselines: () => compareBaselines(values.quick ? 2_000 : 10_000),
  exactScore: () => exactScore(values.quick ? 10 : 100),
  exactCount: () => exactCount(values.quick ? 6 : 30),
  incremental: () => incremental(values.quick ? 5_000 : 100_000),
  rescue: () => rescueTime(values.quick ? 10_000 : 100_000),
  determinism: () => determinism(values.quick ? 2_000 : 20_000),
  million: () => million(values.quick ? 20_000 : 1_000_000),
};

for (const [name, measure] of Object.entries(sections)) {
  if (wanted && !wanted.includes(name)) continue;
  const started = performance.now();
  const result = await measure();
  results[name] = result;
  console.log(`\n${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  console.log(table(Array.isArray(result) ? result : [result]));
}
/** Rows as a Markdown table, columns by name. */
function table(rows: Record<string, unknown>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: unknown[]) => `| ${cells.map((cell) => String(cell ?? '')).join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map((row) => line(names.map((name) => row[name])))].join(
    '\n',
  );
}

mkdirSync('bench/results', { recursive: true });
if (!wanted && !values.quick) writeFileSync('bench/results/matcher.json', `${JSON.stringify(results, null, 2)}\n`);
