import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { mondayOf } from '../../../time/instants.ts';
import { hoursShown } from '../../../time/week-spans.ts';
import { nextSessions } from '../../matches/match-calendar.rules.ts';
import {
  confirmedMatches,
  countPlayedTogether as countMatchesTogether,
} from '../../matches/match-feedback/match-feedback.queries.ts';
import { listEvidence } from '../../moderation/reliability/reliability.queries.ts';
import { computeShowUpRate } from '../../moderation/reliability/reliability.rules.ts';
import { hoursOf } from '../../profiles/directory/directory.queries.ts';
import { commonMinutes, knownZone } from '../../profiles/local-week.rules.ts';
import { publicProfile } from '../../profiles/profiles.queries.ts';
import {
  confirmedSessions,
  countPlayedTogether,
  countSquadsPlayedIn,
} from '../session-feedback/session-feedback.queries.ts';
import { gamesOf, squadsNaming, squadsOfBoth } from './player-record.queries.ts';
import type { PlayerRecord, SharedHistory } from './player-record.schema.ts';

const NEXT_SHOWN = 3;

async function mustBeSeen(deps: Deps, id: string, viewerId: string | undefined): Promise<void> {
  if (!(await publicProfile(deps.reads, id, viewerId))) throw new Refusal('not_found', 'Profile Not Found');
}

/**
 * What a published player has really done here.
 * @throws Refusal not_found for whoever cannot be seen
 */
export async function recordOf(deps: Deps, id: string, viewerId: string | undefined): Promise<PlayerRecord> {
  await mustBeSeen(deps, id, viewerId);
  const { reads } = deps;
  const [games, squads, evidence, ofMatches, ofSessions, named] = await Promise.all([
    gamesOf(reads, id),
    countSquadsPlayedIn(reads, id),
    listEvidence(reads, id),
    confirmedMatches(reads, id),
    confirmedSessions(reads, id),
    squadsNaming(reads, id, deps.now()),
  ]);
  return {
    games,
    squads,
    show_up: computeShowUpRate(evidence),
    confirmed_by: new Set([...ofMatches, ...ofSessions]).size,
    named_in: named,
  };
}

/**
 * What a published player and the caller have in common.
 * @throws Refusal not_found for whoever cannot be seen, invalid for oneself
 */
export async function commonWith(deps: Deps, { userId }: Person, id: string): Promise<SharedHistory> {
  if (id === userId) throw new Refusal('invalid', 'That is you: there is nothing to compare.', 'id');
  await mustBeSeen(deps, id, userId);
  const { reads } = deps;
  const [hours, squads, matches, sessions] = await Promise.all([
    hoursOf(reads, [userId, id]),
    squadsOfBoth(reads, userId, id),
    countMatchesTogether(reads, userId, id),
    countPlayedTogether(reads, userId, id),
  ]);
  return { ...common(hours, [userId, id], deps.now()), games_together: matches + sessions, squads };
}

function common(
  hours: Awaited<ReturnType<typeof hoursOf>>,
  ids: string[],
  now: Date,
): Pick<SharedHistory, 'common_hours' | 'next'> {
  const both = ids.flatMap((id) => {
    const of = hours.get(id);
    return of ? [{ timezone: knownZone(of.timezone), windows: of.windows }] : [];
  });
  const [own, other] = both;
  if (!own || !other) return { common_hours: null, next: [] };
  const minutes = commonMinutes(own, mondayOf(now))(other);
  return { common_hours: hoursShown(minutes), next: nextSessions(both, now, NEXT_SHOWN) };
}
