/**
 * Surfaces that a ban may deny and that react when users leave, unpublish, block or become unreliable.
 * `access-policy.rules.ts` says which events deny each one.
 */
export type Surface =
  | 'matcher'
  | 'proposals'
  | 'parties'
  | 'squads'
  | 'queue'
  | 'threads'
  | 'assemblies'
  | 'lfg-owner'
  | 'lfg-applicant'
  | 'directory'
  | 'profile'
  | 'offers'
  | 'booking-seller'
  | 'booking-buyer'
  | 'reviews'
  | 'payouts'
  | 'checkout'
  | 'calls'
  | 'voting'
  | 'storage'
  | 'notifications';
