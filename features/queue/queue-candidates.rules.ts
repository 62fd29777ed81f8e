import type { MatchingRules, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { countStepsPassed } from './queue-limits.rules.ts';

/** A waiting player, as the matcher reads them. */
export type WaitingPlayer = {
  userId: string;
  /** ID of the group. Players who queue together share it. */
  groupId: string;
  since: Date;
  windowFrom: Date | null;
  windowUntil: Date | null;
  anyLanguage: boolean;
  player: PoolPlayer;
};

/** We always consider this many players of a role. */
const MIN_CANDIDATES = 200;
/** Number of players of a common role to consider for each player of a rare role. */
const CANDIDATES_PER_RARE = 2;

/**
 * Leaves out most players of roles that far outnumber others, because each group needs only one player per role. The
 * search starts from similar players, so it would miss the few rare ones among thousands. Parties stay complete. Among
 * players who can be matched with the same people, those who have waited longest stay.
 */
export function limitCommonRoles(
  waitingPlayers: readonly WaitingPlayer[],
  rules: MatchingRules,
  now: Date,
): readonly WaitingPlayer[] {
  const byRole = [...Map.groupBy(waitingPlayers, ({ player }) => player.positions[0] ?? '').values()];
  const maxCandidates = Math.max(MIN_CANDIDATES, CANDIDATES_PER_RARE * countRareRole(byRole, rules.seats.length));
  if (byRole.every(({ length }) => length <= maxCandidates)) return waitingPlayers;
  const groups = Map.groupBy(waitingPlayers, ({ groupId }) => groupId);
  const isSolo = ({ groupId }: WaitingPlayer) => groups.get(groupId)!.length === 1;
  return byRole.flatMap((players) => {
    if (players.length <= maxCandidates) return players;
    const loners = chooseEvenly(players.filter(isSolo), maxCandidates, (one) => describeFit(one, rules, now));
    return [...players.filter((one) => !isSolo(one)), ...loners];
  });
}

/** Counts the players of the second rarest role. The rarest role may have none, if other players can also take it. */
function countRareRole(byRole: readonly WaitingPlayer[][], roles: number): number {
  const counts = byRole.map(({ length }) => length).sort((a, b) => b - a);
  return counts[roles - 2] ?? 0;
}

/** Chooses players in turn from each group with the same key, those who have waited longest first. */
function chooseEvenly(
  players: readonly WaitingPlayer[],
  max: number,
  keyOf: (one: WaitingPlayer) => string,
): WaitingPlayer[] {
  const oldestFirst = players.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const groups = [...Map.groupBy(oldestFirst, keyOf).values()];
  const selection: WaitingPlayer[] = [];
  for (let turn = 0; selection.length < max && selection.length < players.length; turn++) {
    selection.push(...groups.flatMap((some) => some[turn] ?? []));
  }
  return selection.slice(0, max);
}

/**
 * Returns a key of everything that decides whom a player can be matched with. Ratings in the same ten count as equal.
 */
const describeFit = ({ player, ...ticket }: WaitingPlayer, rules: MatchingRules, now: Date): string =>
  JSON.stringify([
    countStepsPassed(rules, ticket.since, now),
    ticket.anyLanguage,
    ticket.windowFrom,
    ticket.windowUntil,
    player.positions,
    player.platform,
    player.crossplay,
    player.region,
    player.modes,
    player.languages,
    player.competitive_level,
    player.rating && Math.floor(player.rating / 10),
  ]);
