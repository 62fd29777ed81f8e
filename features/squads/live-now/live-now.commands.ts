import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs, subtractMs, toIso } from '../../../time/instants.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { isLive } from '../../matches/explanations.rules.ts';
import { findMatch, getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { getGamertagKind } from '../../profiles/gamertags.rules.ts';
import type { Gamertag } from '../../profiles/profile-form.schema.ts';
import { saveGamertag } from '../../profiles/profiles.commands.ts';
import {
  loadSquadWithMembers,
  notifyOfConfirmation,
  type SquadWithMembers,
  updateConfirmation,
} from '../sessions/session-confirmation.commands.ts';
import { limitSquadNotices, type SessionRef } from '../sessions/squad-sessions.commands.ts';
import {
  addMissingReport,
  findSquadSession,
  listAnswers,
  type SessionRow,
  upsertAnswer,
} from '../sessions/squad-sessions.queries.ts';
import { CHECK_IN_MS } from '../sessions/squad-sessions.rules.ts';
import { nameMember } from '../squad-messages.wording.ts';
import * as messages from '../squads.messages.ts';
import { changeSquad, lockSquadOf, type MemberRow, type SquadRow } from '../squads.queries.ts';
import { removeSubstitute } from '../substitutes/substitute-departures.commands.ts';
import { findRequest, listActiveSubstitutes } from '../substitutes/substitutes.queries.ts';
import * as queries from './live-now.queries.ts';
import {
  chooseHost,
  chooseLiveSession,
  findRefillProblem,
  findStartProblem,
  judgeReport,
  OVERTIME_MS,
} from './live-now.rules.ts';
import type { GameResult, LiveNow, LivePlayer } from './live-now.schema.ts';

/** Returns the session that a squad from the live queue is playing, for a member; null when there's none. */
export async function getLiveNow(
  deps: Deps,
  { row, roster }: { row: SquadRow; roster: readonly MemberRow[] },
  viewerId: string,
): Promise<LiveNow | null> {
  const now = deps.now();
  const sessions = await queries.listConfirmedSessions(deps.db, row.id, {
    startedBy: addMs(now, CHECK_IN_MS),
    endedAfter: subtractMs(now, OVERTIME_MS),
  });
  if (sessions.length === 0) return null;
  const match = row.matchId ? await findMatch(deps.db, row.matchId) : undefined;
  if (!isLive(match?.facts)) return null;
  const games = await queries.listGames(
    deps.db,
    sessions.map(({ id }) => id),
  );
  const unfinishedIds = games.flatMap(({ sessionId, result }) => (result === null ? [sessionId] : []));
  const session = chooseLiveSession(sessions, unfinishedIds, now);
  if (!session) return null;
  const sessionGames = games.filter(({ sessionId }) => sessionId === session.id);
  const reporters = await getPeople(
    deps.db,
    sessionGames.flatMap(({ reportedBy }) => reportedBy ?? []),
  );
  const { players, hostId } = await listLivePlayers(deps.db, { row, roster, session }, viewerId);
  return {
    session_id: session.id,
    version: session.version,
    starts_at: toIso(session.startsAt),
    ends_at: toIso(session.endsAt),
    host_id: hostId,
    players,
    voice_url: row.voiceUrl,
    games: sessionGames.map(({ number, startedAt, result, reportedBy, confirmedBy }) => ({
      number,
      started_at: toIso(startedAt),
      result,
      reported_by: result && nameMember(readerTranslator, reporters, reportedBy ?? ''),
      reported_by_you: reportedBy === viewerId,
      confirmed: confirmedBy !== null,
    })),
    refill_open: findRefillProblem(session, session.version, now) === undefined,
  };
}

async function listLivePlayers(
  db: Db,
  { row, roster, session }: { row: SquadRow; roster: readonly MemberRow[]; session: SessionRow },
  viewerId: string,
): Promise<{ players: LivePlayer[]; hostId: string | null }> {
  const answers = await listAnswers(db, [session.id]);
  const positionByUser = new Map([
    ...(await listActiveSubstitutes(db, [session.id])).map(({ userId, seat }) => [userId, seat] as const),
    ...roster.map(({ userId, position }) => [userId, position] as const),
  ]);
  const ids = answers.map(({ userId }) => userId);
  const people = await getPeople(db, ids);
  const hidden = await listHiddenIds(db, viewerId, ids);
  // Members who haven't answered aren't part of this session: a roster may be larger than a lineup.
  const shown = answers.filter(({ answer }) => answer === 'yes' || answer === 'no');
  const isMember = (userId: string) => roster.some((member) => member.userId === userId);
  const playing = shown.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
  const hostId = chooseHost(
    row.captainId,
    playing.toSorted((a, b) => Number(isMember(b)) - Number(isMember(a))),
  );
  const players = shown.map(({ userId, answer, isSubstitute, missingBy }): LivePlayer => {
    // People with a block between them don't see each other's names, even during a session.
    const person: Player | undefined = hidden.includes(userId) ? undefined : people.get(userId);
    const kind = getGamertagKind(person?.platform ?? null);
    return {
      id: userId,
      display_name: person?.display_name ?? readerTranslator(messages.formerPlayer),
      avatar_path: person?.avatar_path ?? null,
      is_you: userId === viewerId,
      position: positionByUser.get(userId) ?? person?.role ?? null,
      stand_in: isSubstitute,
      missing: answer === 'no',
      missing_reports: answer === 'no' ? missingBy.length : 0,
      reported_by_you: answer === 'no' && missingBy.includes(viewerId),
      gamertag: person?.[kind] ?? null,
      gamertag_kind: kind,
    };
  });
  return { players: players.toSorted((a, b) => rankPlayer(a, hostId) - rankPlayer(b, hostId)), hostId };
}

const rankPlayer = ({ id, missing }: LivePlayer, hostId: string | null) => (id === hostId ? 0 : missing ? 2 : 1);

/** @throws Refusal not_found for anyone outside the squad */
async function lockSquad(tx: Db, actor: Person, squadId: string): Promise<SquadWithMembers> {
  const row = await lockSquadOf(tx, squadId, actor.userId);
  if (!row) throw new Refusal('not_found', messages.squadNotFound);
  return loadSquadWithMembers(tx, row);
}

/**
 * @throws Refusal not_found when the squad has no session with this ID, forbidden for members who aren't in its lineup
 */
async function requireLineup(
  tx: Db,
  actor: Person,
  { squadId, sessionId }: Pick<SessionRef, 'squadId' | 'sessionId'>,
): Promise<SessionRow> {
  const session = await findSquadSession(tx, squadId, sessionId);
  if (!session) throw new Refusal('not_found', messages.sessionNotFound);
  const answers = await listAnswers(tx, [session.id]);
  if (!answers.some(({ userId, answer }) => userId === actor.userId && answer === 'yes'))
    throw new Refusal('forbidden', messages.notInThisLineup);
  return session;
}

type GameRef = { squadId: string; sessionId: string; number: number };

/**
 * Records that a game of a session has started; idempotent.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members outside the lineup, conflict when the
 * session is over or the previous game has no result
 */
export async function startGame(deps: Deps, actor: Person, ref: GameRef): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    await lockSquad(tx, actor, ref.squadId);
    const session = await requireLineup(tx, actor, ref);
    const now = deps.now();
    const games = await queries.listGames(tx, [session.id]);
    const problem = findStartProblem(session, games, { number: ref.number, now });
    if (problem === 'started') return;
    if (problem) throw new Refusal('conflict', problem);
    await queries.insertGame(tx, { ...ref, startedAt: now });
  });
}

/**
 * Reports how a game ended. The same report by another player confirms it.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members outside the lineup, conflict when
 * another player reported the opposite, the result is final or it's too late
 */
export async function reportResult(deps: Deps, actor: Person, ref: GameRef, result: GameResult): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const { people } = await lockSquad(tx, actor, ref.squadId);
    const session = await requireLineup(tx, actor, ref);
    const now = deps.now();
    const { userId } = actor;
    const game = (await queries.listGames(tx, [session.id])).find(({ number }) => number === ref.number);
    const reporter = nameMember(readerTranslator, people, game?.reportedBy ?? '');
    const effect = judgeReport(session, game, { result, userId, reporter, now });
    if (typeof effect === 'object') throw new Refusal('conflict', effect.refused);
    if (effect === 'report') await queries.saveResult(tx, ref, { result, userId, now });
    if (effect === 'confirm') await queries.confirmResult(tx, ref, userId);
  });
}

/**
 * Takes a player who isn't in the lobby out of the lineup, notifies them and looks for a substitute. Members can come
 * back by checking in, which clears the reports. If they don't, the reports count as feedback on the session, to which
 * others can add theirs. Players can also report themselves, which isn't a no-show.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members outside the lineup, conflict when it's
 * too late or the player isn't in the lineup
 */
export async function reportMissingPlayer(
  deps: Deps,
  actor: Person,
  { version, ...ref }: SessionRef,
  missingId: string,
): Promise<void> {
  await limitSquadNotices(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const squad = await lockSquad(tx, actor, ref.squadId);
    const session = await requireLineup(tx, actor, ref);
    const now = deps.now();
    const problem = findRefillProblem(session, version, now);
    if (problem) throw new Refusal('conflict', problem);
    const answer = (await listAnswers(tx, [session.id])).find(({ userId }) => userId === missingId);
    const report = { userId: missingId, reporterId: actor.userId, isSubstitute: answer?.isSubstitute ?? false };
    // The others already know about a player who left on their own, so no one can report that player.
    if (answer?.answer === 'no')
      return void (answer.missingBy.length > 0 && (await addMissingReport(tx, session.id, report)));
    if (answer?.answer !== 'yes') throw new Refusal('conflict', messages.playerNotInLineup);
    if (missingId !== actor.userId) {
      await notifyOfConfirmation(
        tx,
        deps,
        { squad, session, to: [missingId] },
        {
          what: `missing-${now.getTime()}`,
          write: (t, time) => ({
            title: t(answer.isSubstitute ? messages.missingSubTitle : messages.missingMemberTitle, {
              squad: squad.row.name,
            }),
            lines: [
              time,
              t(answer.isSubstitute ? messages.missingSubHint : messages.missingMemberHint, {
                name: nameMember(t, squad.people, actor.userId),
              }),
            ],
          }),
        },
      );
    }
    if (answer.isSubstitute && missingId !== actor.userId) await addMissingReport(tx, session.id, report);
    const question = answer.isSubstitute ? await findRequest(tx, session.id, missingId) : undefined;
    if (question) return removeSubstitute(tx, deps, { question, session, squad });
    await upsertAnswer(tx, session, { userId: missingId, answer: 'no', now });
    if (missingId !== actor.userId) await addMissingReport(tx, session.id, report);
    await updateConfirmation(tx, deps, { squad, session }, { lost: true });
  });
}

/**
 * Rate-limits edits that the whole squad sees.
 * @throws Refusal too_many
 */
const limitEdits = (deps: Deps, actor: Person): Promise<void> =>
  consumeUserLimit(deps, 'squadWords', actor.userId, (wait) => lazyText(messages.tooManyChanges, { wait }));

/**
 * Sets the squad's voice channel, or null to use Planet Crew's.
 * @throws Refusal not_found for anyone outside the squad
 */
export async function setVoiceUrl(deps: Deps, actor: Person, squadId: string, url: string | null): Promise<void> {
  await limitEdits(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const { row } = await lockSquad(tx, actor, squadId);
    if (row.voiceUrl !== url) await changeSquad(tx, squadId, { voiceUrl: url });
  });
}

/**
 * Adds a gamertag to the caller's profile and shows it to the squad.
 * @throws Refusal not_found for anyone outside the squad
 */
export async function addGamertag(deps: Deps, actor: Person, squadId: string, gamertag: Gamertag): Promise<void> {
  await limitEdits(deps, actor);
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    await lockSquad(tx, actor, squadId);
    const done = await saveGamertag(tx, deps, actor, gamertag);
    // A profile has no topic of its own, so change the squad, which makes its members reload the room.
    await changeSquad(tx, squadId, {});
    return done;
  });
  await after();
}
