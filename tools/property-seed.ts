import fc from 'fast-check';

/** Quick tests always use the same seed. Slow tests use a new one, which the run prints. */
const seed = Number(process.env.PROPERTY_SEED ?? 1);

/** Mutation tests only need to know whether there's a failure, so they stop at the first one. */
fc.configureGlobal({ seed, endOnFailure: process.env.PLANTS_FAULTS === 'true' });
