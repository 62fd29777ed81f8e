import { mkdirSync } from 'node:fs';
import { buildMatcherPackage, packMatcher } from './matcher-package.ts';

/** `npm run pack:matcher`: packs the matcher into a file that `npm install` accepts. */
const FOLDER = 'packed/matcher';
const PACKED = 'packed';

await buildMatcherPackage(FOLDER);
mkdirSync(PACKED, { recursive: true });
console.log(packMatcher(FOLDER, PACKED));
