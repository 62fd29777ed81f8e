/** Maximum number of members. Leaves at least one seat of a squad for another player. Apart, so pages load no validator. */
export const PARTY_MAX = 4;
