/** Kinds of orders of which somebody else is paid. */
type Kind = 'hire' | 'coaching' | 'assembly';
export type FeeTerms = { byKind: Record<Kind, number>; bySeller: Record<string, Partial<Record<Kind, number>>> };

/**
 * What Planet Crew keeps of what is released to players and coaches, in hundredths of a percent (500 is 5 %). Buyers pay
 * nothing on top. What is written here holds for orders from now on; each keeps the terms it was bought under.
 */
export const feeTerms: FeeTerms = {
  byKind: { hire: 0, coaching: 0, assembly: 0 },
  /** Other terms for some sellers, by the id of their account. */
  bySeller: {},
};
