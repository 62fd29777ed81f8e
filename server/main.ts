import { assertNodeVersion } from './node-version.ts';

assertNodeVersion();
const { runProduct } = await import('./start.ts');
await runProduct();
