/**
 * What people do here that a ban may shut and that notices when they leave, unpublish, block or are unreliable. Each
 * has its row in `standing.rules.ts`, which says what shuts it.
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
  | 'payouts'
  | 'checkout'
  | 'calls'
  | 'voting'
  | 'storage'
  | 'notifications';
