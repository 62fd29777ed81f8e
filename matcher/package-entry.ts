/** What the package gives to others: the engine as it stands in run.ts, the way in and out of files, and the verifier. */
export { readPool, readResult, readRules } from './read-formats.ts';
export * from './run.ts';
export { verifyResult } from './verify.ts';
