/** Minimum number of voters before votes affect a warrior's rank in the community ranking. */
export const SETTLED_VOTERS = 5;
