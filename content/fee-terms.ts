/** Order types that pay a seller. */
type Kind = 'hire' | 'coaching' | 'assembly';
export type FeeTerms = { byKind: Record<Kind, number>; bySeller: Record<string, Partial<Record<Kind, number>>> };

/**
 * Planet Crew's fee on money released to players and coaches, in hundredths of a percent (500 is 5 %). Buyers pay no
 * fee on top. Changes apply to new orders only; each order keeps the terms it was bought under.
 */
export const feeTerms: FeeTerms = {
  byKind: { hire: 0, coaching: 0, assembly: 0 },
  /** Custom fees of individual sellers, by account id. */
  bySeller: {},
};
