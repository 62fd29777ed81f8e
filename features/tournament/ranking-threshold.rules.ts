/** The minimum number of voters on a warrior before votes affect its place in the community ranking. */
export const SETTLED_VOTERS = 5;
