import fc from 'fast-check';

/** The quick suite draws the same examples in every run, the slow suite those of the seed that its run prints. */
const seed = Number(process.env.PROPERTY_SEED ?? 1);

/** Mutation tests stop at the first failure, because they only need to know that there is one. */
fc.configureGlobal({ seed, endOnFailure: process.env.PLANTS_FAULTS === 'true' });
