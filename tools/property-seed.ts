import fc from 'fast-check';

/** Property tests draw the same examples in every run with this seed, and stop at the first failure. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED), endOnFailure: true });
