import type { OperatingMode, SwitchableFeature } from '../health/operating/operating.schema.ts';

/** Names of the features that can be switched off, in the console and at the command line. */
export const FEATURE_NAMES: Record<SwitchableFeature, string> = {
  queue: 'Live queue',
  deals: 'Buying',
  tokens: 'Token tiers',
  tournament: 'Tournament voting',
  concierge: 'Team Assembly',
};

export const MODE_ANSWERS: Record<OperatingMode, string> = {
  open: 'Planet Crew is open',
  'read-only': 'Planet Crew is read-only',
  maintenance: 'Planet Crew is in maintenance',
};
