import type { JobKind } from './jobs.ts';

/** The map of all background work, one line a feature. */
export const jobKinds: JobKind[] = [];
