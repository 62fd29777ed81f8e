import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toUtcMonday } from '../../../time/instants.ts';
import { toShownHours } from '../../../time/week-spans.ts';
import { listNextSessions } from '../../matches/match-calendar.rules.ts';
import {
  countPlayedTogether as countMatchesTogether,
  listConfirmingMemberIds,
} from '../../matches/match-feedback/match-feedback.queries.ts';
import { listEvidence } from '../../moderation/reliability/reliability.queries.ts';
import { computeShowUpRate } from '../../moderation/reliability/reliability.rules.ts';
import { listHours } from '../../profiles/directory/directory.queries.ts';
import { createCommonMinutesCounter, toKnownZone } from '../../profiles/local-week.rules.ts';
import { findPublicProfile } from '../../profiles/profiles.queries.ts';
import {
  countPlayedTogether,
  countSquadsPlayedIn,
  listConfirmingUserIds,
} from '../session-feedback/session-feedback.queries.ts';
import * as messages from '../squads.messages.ts';
import { countGamesPlayed, listSharedSquads, listSquadsShowing } from './player-record.queries.ts';
import type { PlayerRecord, SharedHistory } from './player-record.schema.ts';

const NEXT_SHOWN = 3;

async function requireVisible(deps: Deps, id: string, viewerId: string | undefined): Promise<void> {
  if (!(await findPublicProfile(deps.reads, id, viewerId))) throw new Refusal('not_found', messages.profileNotFound);
}

/**
 * Returns a published player's record.
 * @throws Refusal not_found for players the viewer can't see
 */
export async function getPlayerRecord(deps: Deps, id: string, viewerId: string | undefined): Promise<PlayerRecord> {
  await requireVisible(deps, id, viewerId);
  const { reads } = deps;
  const [games, squads, evidence, ofMatches, ofSessions, namedIn] = await Promise.all([
    countGamesPlayed(reads, id),
    countSquadsPlayedIn(reads, id),
    listEvidence(reads, id),
    listConfirmingMemberIds(reads, id),
    listConfirmingUserIds(reads, id),
    listSquadsShowing(reads, id, deps.now()),
  ]);
  return {
    games,
    squads,
    show_up: computeShowUpRate(evidence),
    confirmed_by: new Set([...ofMatches, ...ofSessions]).size,
    named_in: namedIn,
  };
}

/**
 * Returns what a published player and the caller have in common.
 * @throws Refusal not_found for players the caller can't see, invalid for the caller's own id
 */
export async function getSharedHistory(deps: Deps, { userId }: Person, id: string): Promise<SharedHistory> {
  if (id === userId) throw new Refusal('invalid', messages.comparingYourself, 'id');
  await requireVisible(deps, id, userId);
  const { reads } = deps;
  const [hours, squads, matches, sessions] = await Promise.all([
    listHours(reads, [userId, id]),
    listSharedSquads(reads, userId, id),
    countMatchesTogether(reads, userId, id),
    countPlayedTogether(reads, userId, id),
  ]);
  return { ...toSharedHistory(hours, [userId, id], deps.now()), games_together: matches + sessions, squads };
}

function toSharedHistory(
  hours: Awaited<ReturnType<typeof listHours>>,
  ids: string[],
  now: Date,
): Pick<SharedHistory, 'common_hours' | 'next'> {
  const intervals = ids.flatMap((id) => {
    const of = hours.get(id);
    return of ? [{ timezone: toKnownZone(of.timezone), windows: of.windows }] : [];
  });
  const [own, other] = intervals;
  if (!own || !other) return { common_hours: null, next: [] };
  const minutes = createCommonMinutesCounter(own, toUtcMonday(now))(other);
  return { common_hours: toShownHours(minutes), next: listNextSessions(intervals, now, NEXT_SHOWN) };
}
