/**
 * Maximum number of members. Leaves at least one seat of a squad for another player. In a separate file, so that pages
 * don't load a validator.
 */
export const PARTY_MAX = 4;
