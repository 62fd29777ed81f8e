import { readFileSync } from 'node:fs';

/** Checks that docs/dependencies.md gives a reason for every dependency and lists no others. */
const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const used = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
const explained = new Set(
  [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  ),
);
const problems = [
  ...[...used]
    .filter((name) => !explained.has(name))
    .map((name) => `docs/dependencies.md does not say why ${name} is here`),
  ...[...explained]
    .filter((name) => !used.has(name))
    .map((name) => `docs/dependencies.md explains ${name}, which is not a dependency`),
];
for (const problem of problems) console.error(problem);
console.log(`dependencies: ${used.size} packages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
