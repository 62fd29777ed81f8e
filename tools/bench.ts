import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

/**
 * `npm run bench` runs all benchmarks and `npm run bench -- pages matcher` only those two. Each prints a table of
 * ratios. Flags are passed on: `npm run bench -- matcher --only=speed,growth`.
 */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const all = globSync('bench/*/*.bench.ts').sort();
const chosen = wanted.length > 0 ? all.filter((file) => wanted.includes(file.split('/')[1] ?? '')) : all;
if (chosen.length === 0) {
  console.error(`There is no such bench. There are: ${all.map((file) => file.split('/')[1]).join(', ')}.`);
  process.exit(1);
}
// Build first, so that nodes serve the current sources.
spawnSync(process.execPath, ['tools/build.ts', '--if-needed'], { stdio: 'inherit' });
let failed = false;
for (const file of chosen) {
  console.log(`== ${file.split('/')[1]} ==`);
  if (spawnSync(process.execPath, [file, ...flags], { stdio: 'inherit' }).status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
