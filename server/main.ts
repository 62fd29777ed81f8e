import { assertNodeVersion } from './node-version.ts';

assertNodeVersion();
const { run } = await import('./run.ts');
await run();
