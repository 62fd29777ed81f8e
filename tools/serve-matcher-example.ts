import { parseArgs } from 'node:util';
import { buildExample, serveFolder } from './matcher-example.ts';

/**
 * `npm run example:matcher [-- --port 4173 | --build]`: serves or builds the page of docs/matcher-example with the
 * packed matcher.
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4173' }, build: { type: 'boolean', default: false } },
});
const folder = await buildExample();
if (values.build) console.log(folder);
else console.log((await serveFolder(folder, Number(values.port))).address);
