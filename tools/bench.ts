import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

/**
 * `npm run bench` runs all benchmarks and `npm run bench -- pages matcher` only those two. Each prints a table of
 * ratios. Flags are passed on: `npm run bench -- matcher --only=speed,growth`.
 */
const benchNames = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const allBenches = globSync('bench/*/*.bench.ts').sort();
const files =
  benchNames.length > 0 ? allBenches.filter((file) => benchNames.includes(file.split('/')[1] ?? '')) : allBenches;
if (files.length === 0) {
  console.error(`There is no such bench. There are: ${allBenches.map((file) => file.split('/')[1]).join(', ')}.`);
  process.exit(1);
}
// Build first, so that nodes run the current sources.
spawnSync(process.execPath, ['tools/build.ts', '--if-needed'], { stdio: 'inherit' });
let hasFailed = false;
for (const file of files) {
  console.log(`== ${file.split('/')[1]} ==`);
  if (spawnSync(process.execPath, [file, ...flags], { stdio: 'inherit' }).status !== 0) hasFailed = true;
}
process.exit(hasFailed ? 1 : 0);
