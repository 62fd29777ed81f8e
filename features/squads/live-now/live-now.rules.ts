import { lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import { addMs } from '../../../time/instants.ts';
import { HOUR_MS } from '../../../time/units.ts';
import { getCheckInStart, getJoinDeadline, type SessionFacts } from '../sessions/squad-sessions.rules.ts';
import * as messages from '../squads.messages.ts';
import type { GameResult } from './live-now.schema.ts';

/** Time after a session's planned end in which its last game can be finished and reported. */
export const OVERTIME_MS = HOUR_MS;

type Hours = { id: string; startsAt: Date; endsAt: Date };
type Game = { number: number; result: GameResult | null; reportedBy: string | null; confirmedBy: string | null };

/**
 * Returns the session that's being played: the one in progress, else one whose check-in is open, else one that ran over
 * because its last game isn't finished.
 * @param unfinishedIds sessions with a game that has no result
 */
export function chooseLiveSession<T extends Hours>(
  sessions: readonly T[],
  unfinishedIds: readonly string[],
  now: Date,
): T | undefined {
  const current = sessions.filter(({ startsAt, endsAt }) => getCheckInStart(startsAt) <= now && now < endsAt);
  const running = current.filter(({ startsAt }) => startsAt <= now);
  const overtime = sessions.filter(
    ({ id, endsAt }) => unfinishedIds.includes(id) && endsAt <= now && now < addMs(endsAt, OVERTIME_MS),
  );
  return [running, current, overtime].map((some) => findLatest(some)).find((session) => session !== undefined);
}

const findLatest = <T extends Hours>(sessions: readonly T[]): T | undefined =>
  sessions.toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())[0];

/** Returns who opens the lobby: the captain or, if they aren't in the lineup, its first player. */
export const chooseHost = (captainId: string | null, playerIds: readonly string[]): string | null =>
  captainId && playerIds.includes(captainId) ? captainId : (playerIds[0] ?? null);

/** Returns the reason a game can't start; `started` if it already has, so that a second press changes nothing. */
export function findStartProblem(
  session: SessionFacts & { endsAt: Date },
  games: readonly Game[],
  { number, now }: { number: number; now: Date },
): Translatable | 'started' | undefined {
  const last = games.at(-1);
  if (last?.number === number && last.result === null) return 'started';
  if (session.calledOffAt) return messages.sessionCanceled;
  if (now < getCheckInStart(session.startsAt)) return messages.checkInTooEarly;
  if (session.endsAt <= now) return messages.sessionOverRunBack;
  if (number !== (last?.number ?? 0) + 1) return messages.gamesChanged;
  return last && last.result === null ? lazyText(messages.gameUnfinished, { number: last.number }) : undefined;
}

/**
 * Returns the effect of a report of a game's result, or the reason to refuse it. Until another player confirms it, the
 * reporter can change the result.
 */
export function judgeReport(
  { endsAt }: { endsAt: Date },
  game: Game | undefined,
  { result, userId, reporter, now }: { result: GameResult; userId: string; reporter: string; now: Date },
): 'report' | 'confirm' | 'known' | { refused: Translatable } {
  if (!game) return { refused: messages.gameNotStarted };
  if (game.result === result) {
    return game.confirmedBy || game.reportedBy === userId ? 'known' : 'confirm';
  }
  if (game.confirmedBy) return { refused: messages.resultConfirmedAlready };
  if (game.result && game.reportedBy !== userId) {
    const { number, result: known } = game;
    return { refused: lazyText(messages.resultDiffers, { name: reporter, result: known, number }) };
  }
  return now < addMs(endsAt, OVERTIME_MS) ? 'report' : { refused: messages.resultTooLate };
}

/** Returns the reason a missing player can't be replaced now. Only sessions from the live queue refill after the start. */
export function findRefillProblem(session: SessionFacts, version: number, now: Date): Translatable | undefined {
  if (session.calledOffAt) return messages.sessionCanceled;
  if (session.version !== version) return messages.sessionChanged;
  if (now < session.startsAt) return messages.missingTooEarly;
  return getJoinDeadline(session) <= now ? messages.refillClosed : undefined;
}
