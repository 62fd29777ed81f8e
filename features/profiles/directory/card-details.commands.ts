import type { Deps } from '../../../server/deps.ts';
import { toUtcMonday } from '../../../time/instants.ts';
import { toShownHours } from '../../../time/week-spans.ts';
import { listEvidenceOfUsers } from '../../moderation/reliability/reliability.queries.ts';
import { computeShowUpRate } from '../../moderation/reliability/reliability.rules.ts';
import { listFollowedAmong } from '../follows/follows.queries.ts';
import { createCommonMinutesCounter } from '../local-week.rules.ts';
import type { CardDetails } from './card-details.schema.ts';
import { listHours, listVisibleIds } from './directory.queries.ts';

/** Lists the card details of the players that the viewer can see. */
export async function listCardDetails(deps: Deps, ids: string[], viewerId: string | undefined): Promise<CardDetails[]> {
  const visibleIds = await listVisibleIds(deps.reads, ids, viewerId);
  const [evidence, followedIds, hoursWith] = await Promise.all([
    listEvidenceOfUsers(deps.reads, visibleIds),
    // Read from the primary, so a new follow shows immediately.
    viewerId ? listFollowedAmong(deps.db, viewerId, visibleIds) : new Set<string>(),
    viewerId ? getSharedHours(deps, viewerId, visibleIds) : new Map<string, number>(),
  ]);
  return visibleIds.map((id) => ({
    id,
    show_up: computeShowUpRate(evidence.get(id) ?? []),
    common_hours: hoursWith.get(id) ?? null,
    following: followedIds.has(id),
  }));
}

async function getSharedHours(deps: Deps, viewerId: string, ids: string[]): Promise<Map<string, number>> {
  const hours = await listHours(deps.reads, [viewerId, ...ids]);
  const viewerHours = hours.get(viewerId);
  if (!viewerHours?.published) return new Map();
  const countCommonMinutes = createCommonMinutesCounter(viewerHours, toUtcMonday(deps.now()));
  hours.delete(viewerId);
  return new Map([...hours].map(([id, other]) => [id, toShownHours(countCommonMinutes(other))]));
}
