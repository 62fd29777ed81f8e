import fc from 'fast-check';

/** Properties draw the same examples in every run with this seed, and end with the first that fails. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED), endOnFailure: true });
