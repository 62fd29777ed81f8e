import type { Certificate, LeftOverReason } from '../../matcher/matcher-schema.ts';

export type { Certificate } from '../../matcher/matcher-schema.ts';

/** Parses a run's stored certificate. One from an older matcher may lack what the console charts. */
export function parseCertificate(stored: Record<string, unknown> | null): Certificate | null {
  const complete =
    stored && ['scores', 'coverage', 'wait', 'leftOverByReason', 'bound', 'phases'].every((part) => part in stored);
  return complete ? (stored as unknown as Certificate) : null;
}

const REASONS: Record<LeftOverReason, string> = {
  'wants-nothing': 'Nothing can be proposed to them',
  'unknown-position': 'Play no position that the rules know',
  'too-little-time': 'Too few free hours',
  'party-impossible': 'Their party does not fit together',
  'party-unplaced': 'No squad for the whole party',
  'nobody-compatible': 'Nobody fits their limits',
  'position-crowded': 'Too many at their position',
  'no-squad-found': 'No squad came about',
  'only-squad-wanted': 'Look for a squad alone, none came about',
  'only-pair-wanted': 'Look for a pair alone, none came about',
};

/** Returns the readable reason why a player was left over. */
export const getReasonLabel = (reason: string): string =>
  (REASONS as Record<string, string | undefined>)[reason] ?? reason.replaceAll('-', ' ');

const PHASES: Record<string, string> = {
  'read pool': 'Reading the pool',
  bound: 'Proving what is possible',
  pairs: 'Putting pairs together',
  'write down': 'Writing it down',
};

export type RunPart = 'Certificate' | 'Shards';

/**
 * Returns which part of a run can be opened. A run in progress or a failed one has at most the shards that were cut.
 */
export function getRunPart({ status, shards }: { status: string; shards: number }): RunPart | null {
  if (status === 'done') return 'Certificate';
  return shards > 0 ? 'Shards' : null;
}

/** Returns the readable name of a run's phase. */
export const getPhaseLabel = (name: string): string =>
  PHASES[name] ?? name.replace(/^squads (\d+)$/, 'Putting squads together, round $1');
