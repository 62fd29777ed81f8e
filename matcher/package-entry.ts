/** The package's public entry point. Exports the engine from run.ts, the file readers and the verifier. */
export { readPool, readResult, readRules } from './read-formats.ts';
export * from './run.ts';
export { verifyResult } from './verify.ts';
