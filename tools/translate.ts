import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { declareMessages, findCatalogProblems, readCatalogs } from './catalogs.ts';

/*
 * `npm run translate` declares the messages of every catalog to TypeScript. `npm run translate -- check` only says
 * which declarations are out of date, and what's wrong with the catalogs.
 */
const checks = process.argv.includes('check');
const catalogs = readCatalogs();
const problems = catalogs.flatMap(findCatalogProblems);
if (problems.length === 0) {
  for (const catalog of catalogs) {
    const { declarations } = catalog;
    const source = declareMessages(catalog);
    if (existsSync(declarations) && readFileSync(declarations, 'utf8') === source) continue;
    if (checks) problems.push(`${declarations} is out of date: run npm run translate`);
    else writeFileSync(declarations, source);
  }
}
for (const problem of problems) console.error(problem);
console.log(
  `messages: ${catalogs.length} catalogs, ${catalogs.reduce((sum, { messages }) => sum + Object.keys(messages).length, 0)} messages, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
