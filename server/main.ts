import { assertNodeVersion } from './node-version.ts';

assertNodeVersion();
const { run } = await import('./start.ts');
await run();
