import { mkdirSync } from 'node:fs';
import { buildMatcherPackage, packMatcher } from './matcher-package.ts';

/** `npm run pack:matcher`: packs the matcher into a file that `npm install` accepts. */
const FOLDER = 'packed/matcher';
const OUTPUT_FOLDER = 'packed';

await buildMatcherPackage(FOLDER);
mkdirSync(OUTPUT_FOLDER, { recursive: true });
console.log(packMatcher(FOLDER, OUTPUT_FOLDER));
