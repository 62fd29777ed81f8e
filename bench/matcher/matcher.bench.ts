import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeResults } from '../bench-tools.ts';
import { type ResultRow, TARGETS, type Target } from './bars.ts';
import { compareExactCount, compareWithOptimum } from './exact.ts';
import { measureWaits } from './measure-waits.ts';
import { measureGrowth, measureLargePool, measureSpeedAndQuality } from './measures.ts';
import { measureProofs, measureRankedPools } from './proofs.ts';

/**
 * Prints the tables of docs/matcher.md and the targets, and writes bench/results/matcher.json. `--only speed,exactScore`
 * runs some sections and keeps the results of all others; `--quick` is a short rehearsal that writes nothing.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const onlySections = values.only?.split(',');
const isSmall = values.quick;

const PROOFS = [
  ['thin', 10_000],
  ['community', 10_000],
  ['famine', 10_000],
] as const;
const SMALL_PROOFS = [
  ['thin', 2_000],
  ['famine', 2_000],
] as const;
const RANKED_POOLS = [
  ['ranked', 1_000],
  ['ranked', 10_000],
] as const;

const sections: Record<string, () => Promise<ResultRow[]>> = {
  speed: () => measureSpeedAndQuality(isSmall ? [10_000] : [10_000, 100_000]),
  waits: async () => (isSmall ? measureWaits(8, 40) : measureWaits(50, 60)),
  growth: () => measureGrowth(isSmall ? [2_000, 4_000, 8_000] : [4_000, 16_000, 64_000, 256_000]),
  ranked: async () => [
    ...(await measureProofs(isSmall ? [['ranked', 1_000]] : RANKED_POOLS)),
    ...measureRankedPools(isSmall ? 8 : 160, 1_000),
  ],
  proof: () => measureProofs(isSmall ? SMALL_PROOFS : PROOFS),
  largeProof: () => measureProofs([['thin', isSmall ? 2_000 : 100_000]]),
  exactScore: () => compareWithOptimum(isSmall ? 10 : 100),
  exactCount: () => compareExactCount(isSmall ? 6 : 30),
  million: () => measureLargePool(isSmall ? 20_000 : 1_000_000),
};
const unknownSections = onlySections?.filter((name) => !(name in sections)) ?? [];
if (unknownSections.length > 0) {
  console.error(`There is no section ${unknownSections.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`);
  process.exit(1);
}

const file = 'bench/results/matcher.json';
const bars: (Target & { section: string })[] = [];
for (const [name, measure] of Object.entries(sections)) {
  if (onlySections && !onlySections.includes(name)) continue;
  const startedAt = performance.now();
  const load = loadavg()[0]!;
  const rows = await measure();
  const checkedBars = TARGETS[name]?.(rows) ?? [];
  if (!isSmall)
    saveMeasurement(name, {
      at: new Date().toISOString(),
      loadBefore: Number(load.toFixed(1)),
      rows,
      bars: checkedBars,
    });
  bars.push(...checkedBars.map((bar) => ({ section: name, ...bar })));
  console.log(`\n${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s, load before ${load.toFixed(1)})`);
  console.log(formatTable(rows));
}
console.log('\nbars');
console.log(
  formatTable(
    bars.map(({ holds, ...bar }) => ({ ...bar, '': holds ? 'holds' : bar.value === 'not measured' ? '' : 'MISSED' })),
  ),
);

/**
 * Merges a section's results into the file, in section order. Writes after each section, so finished sections survive
 * an interruption.
 */
function saveMeasurement(name: string, measurement: object): void {
  const previousResults = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { sections?: object }) : {};
  const results: Record<string, object> = { ...previousResults.sections, [name]: measurement };
  const orderedResults = Object.keys(sections).flatMap((section) =>
    results[section] ? [[section, results[section]]] : [],
  );
  writeResults('matcher', { node: process.version, cpus: cpus().length, sections: Object.fromEntries(orderedResults) });
}

/** Formats rows as a Markdown table with named columns. */
function formatTable(rows: ResultRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const formatLine = (cells: unknown[]) => `| ${cells.map((cell) => String(cell ?? '')).join(' | ')} |`;
  return [
    formatLine(names),
    formatLine(names.map(() => '---')),
    ...rows.map((row) => formatLine(names.map((name) => row[name]))),
  ].join('\n');
}
