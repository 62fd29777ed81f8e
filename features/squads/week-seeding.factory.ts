import type { Deps, Person } from '../../server/deps.ts';
import { addMs, subtractMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { runMatcherNow } from '../matches/matcher-runs/matcher-runs.commands.ts';
import { expireMatches, respondToMatch } from '../matches/matches.commands.ts';
import { getMatchSessions, listMembers, selectLatestMatches } from '../matches/matches.queries.ts';
import type { MatchResponse } from '../matches/matches.schema.ts';
import { FORMATS, formatOfType, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { seedCommunity } from '../profiles/player-seeding/player-seeding.factory.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { askAfterSessions, giveSessionFeedback } from './session-feedback/session-feedback.commands.ts';
import { answerSession, proposeSession } from './sessions/squad-sessions.commands.ts';
import { listUpcomingSessions } from './sessions/squad-sessions.queries.ts';
import { listRoster, listSquads, type SquadRow } from './squads.queries.ts';

/** Days ago when the matcher ran. All its matches are closed by now: accepted, declined, or expired after 72 hours. */
const RUN_AGES_DAYS = [7, 5.2, 3.3] as const;
/** Share of the community that had joined back then, and the minimum number of players for a matching round. */
const SHARE = 0.18;
const MIN_PLAYERS = 24;
const MAX_PROPOSALS = 200;
const SESSION_MINUTES = 90;
/** Ratings by player; the last player gives none. */
const RATINGS = [5, 4, 5, 4];
const CONFIRMED_MEMBERS = 3;

type Community = { players: number; seed: number; password?: string };
type Proposal = { id: string; kind: GroupFormat; memberIds: string[] };

/**
 * Seeds the past week: matching rounds over the first players of a community, and the squads they produced. Players
 * with a squad aren't matched today, and all others are free again.
 * @param sample a player who accepts all their matches. The other players in those matches don't answer
 */
export async function seedWeek(deps: Deps, community: Community, sample: Person): Promise<void> {
  const players = pickFirst(community);
  if (players < MIN_PLAYERS) return;
  await seedCommunity(deps, { ...community, players });
  for (const daysAgo of RUN_AGES_DAYS) {
    const then = withEarlierClock(deps, daysAgo * DAY_MS);
    await expireMatches(then, new AbortController().signal);
    await runMatcherNow(then, 'schedule');
    await answerAll(withEarlierClock(deps, daysAgo * DAY_MS - 2 * HOUR_MS), sample);
  }
  await expireMatches(withEarlierClock(deps, HOUR_MS), new AbortController().signal);
}

const pickFirst = ({ players }: Pick<Community, 'players'>) => Math.ceil(players * SHARE);

/**
 * Forms the first squad and the first pair of a round. Some of the other matches are declined, and the rest don't get
 * enough acceptances.
 */
async function answerAll(deps: Deps, sample: Person): Promise<void> {
  const proposals = await openProposals(deps);
  const ownProposals = proposals.filter(({ memberIds }) => memberIds.includes(sample.userId));
  for (const { id } of ownProposals) await respondAs(deps, id, sample.userId, 'accept');
  const others = proposals.filter((proposal) => !ownProposals.includes(proposal));
  for (const kind of FORMATS) {
    const [first, second] = others.filter((proposal) => proposal.kind === kind);
    if (first) for (const userId of first.memberIds) await respondAs(deps, first.id, userId, 'accept');
    // Decline early, before anyone else has accepted.
    if (second) await respondAs(deps, second.id, second.memberIds[0]!, 'decline');
  }
}

async function openProposals(deps: Deps): Promise<Proposal[]> {
  const open = (await selectLatestMatches(deps.db, MAX_PROPOSALS)).filter(({ status }) => status === 'proposed');
  const members = await listMembers(
    deps.db,
    open.map(({ id }) => id),
  );
  return open.map(({ id, type }) => ({
    id,
    kind: formatOfType(type),
    memberIds: members.filter((one) => one.matchId === id).map(({ userId }) => userId),
  }));
}

async function respondAs(deps: Deps, matchId: string, userId: string, action: MatchResponse): Promise<void> {
  await respondToMatch(deps, toActor({ userId, email: '' }), matchId, action);
}

/**
 * Seeds sessions for that week's squads. They played at the first time their match suggested, gave feedback, and agreed
 * on the same hour a week later. Skips squads that already have a session.
 */
export async function seedSessions(deps: Deps, community: Community, signal: AbortSignal): Promise<void> {
  const squadIds = new Set<string>();
  for (let index = 0; index < pickFirst(community) && !signal.aborted; index++) {
    for (const squad of await listSquads(deps.db, seedPlayer(community.seed, index).id)) {
      if (squadIds.has(squad.id)) continue;
      squadIds.add(squad.id);
      if ((await listUpcomingSessions(deps.db, [squad.id], squad.createdAt)).length === 0)
        await playSession(deps, squad);
    }
  }
}

async function playSession(deps: Deps, { id: squadId, createdAt, captainId, matchId }: SquadRow): Promise<void> {
  const sessions = matchId ? await getMatchSessions(deps.db, matchId) : [];
  const [first] = sessions.filter(({ end }) => new Date(end) < subtractMs(deps.now(), HOUR_MS));
  const agreedAt = addMs(createdAt, HOUR_MS);
  if (!first || !captainId || new Date(first.start) <= agreedAt) return;
  const setClockTo = (moment: Date) => withEarlierClock(deps, deps.now().getTime() - moment.getTime());
  const captain = { userId: captainId };
  const mates = (await listRoster(deps.db, [squadId])).filter(({ userId }) => userId !== captainId);
  const startsAt = new Date(first.start);
  const playedSession = await confirmSession(setClockTo(agreedAt), { squadId, captain, startsAt }, mates);
  const afterSession = setClockTo(addMs(startsAt, (SESSION_MINUTES + 10) * MINUTE_MS));
  await askAfterSessions(afterSession, new AbortController().signal);
  for (const [index, member] of [captain, ...mates].slice(0, RATINGS.length).entries()) {
    await giveSessionFeedback(afterSession, member, playedSession, {
      took_place: true,
      rating: RATINGS[index]!,
      absent_ids: [],
    });
  }
  const next = { squadId, captain, startsAt: addMs(startsAt, 7 * DAY_MS) };
  await confirmSession(afterSession, next, mates.slice(0, CONFIRMED_MEMBERS));
}

/** Proposes a time as the captain and confirms it as these members. @returns the session */
async function confirmSession(
  deps: Deps,
  { squadId, captain, startsAt }: { squadId: string; captain: Person; startsAt: Date },
  mates: readonly Person[],
): Promise<string> {
  await proposeSession(deps, captain, squadId, { starts_at: startsAt, minutes: SESSION_MINUTES });
  const upcomingSessions = await listUpcomingSessions(deps.db, [squadId], deps.now());
  const { id, version } = upcomingSessions.find((session) => session.startsAt.getTime() === startsAt.getTime())!;
  for (const mate of mates) await answerSession(deps, mate, { squadId, sessionId: id, version }, 'yes');
  return id;
}
