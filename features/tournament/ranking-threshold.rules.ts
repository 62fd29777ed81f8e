/** So many people have to have voted about a warrior before their votes move it in the community's ranking. */
export const SETTLED_VOTERS = 5;
