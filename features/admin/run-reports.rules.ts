import type { Certificate, LeftOverReason } from '../../matcher/matcher-schema.ts';

export type { Certificate } from '../../matcher/matcher-schema.ts';

/** Parses a round's stored certificate. Certificates from older matchers may lack data that the console charts. */
export function parseCertificate(certificate: Record<string, unknown> | null): Certificate | null {
  const isComplete =
    certificate &&
    ['scores', 'coverage', 'wait', 'leftOverByReason', 'bound', 'phases'].every((part) => part in certificate);
  return isComplete ? (certificate as unknown as Certificate) : null;
}

const REASONS: Record<LeftOverReason, string> = {
  'wants-nothing': 'Nothing to propose to them',
  'unknown-position': "Position isn't in the rules",
  'too-little-time': 'Too little availability',
  'party-impossible': "Party doesn't fit together",
  'party-unplaced': 'No squad for the whole party',
  'nobody-compatible': 'No one fits their limits',
  'position-crowded': 'Too many at their position',
  'no-squad-found': 'No squad found',
  'only-squad-wanted': 'Wants only a squad, none found',
  'only-pair-wanted': 'Wants only a pair, none found',
};

/** Returns the readable reason why a player was left over. */
export const getReasonLabel = (reason: string): string =>
  (REASONS as Record<string, string | undefined>)[reason] ?? reason.replaceAll('-', ' ');

const PHASES: Record<string, string> = {
  'read pool': 'Reading the pool',
  bound: 'Computing the upper bound',
  pairs: 'Building pairs',
  'write down': 'Saving the results',
};

export type RunPart = 'Certificate' | 'Shards';

/**
 * Returns what admins can open for a matching round: the certificate of a finished round, or the shards of an
 * unfinished one. Returns null if there's nothing to open.
 */
export function getRunPart({ status, shards }: { status: string; shards: number }): RunPart | null {
  if (status === 'done') return 'Certificate';
  return shards > 0 ? 'Shards' : null;
}

/** Returns the readable name of a run's phase. */
export const getPhaseLabel = (name: string): string =>
  PHASES[name] ?? name.replace(/^squads (\d+)$/, 'Building squads, pass $1');
