import { readFileSync } from 'node:fs';

/** Checks that docs/dependencies.md gives a reason for every dependency and lists no others. */
const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const packages = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
const explainedPackages = new Set(
  [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  ),
);
const problems = [
  ...[...packages]
    .filter((name) => !explainedPackages.has(name))
    .map((name) => `docs/dependencies.md does not say why ${name} is here`),
  ...[...explainedPackages]
    .filter((name) => !packages.has(name))
    .map((name) => `docs/dependencies.md explains ${name}, which is not a dependency`),
];
for (const problem of problems) console.error(problem);
console.log(`dependencies: ${packages.size} packages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
