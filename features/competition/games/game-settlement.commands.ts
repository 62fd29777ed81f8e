import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { runEachInTransaction } from '../../squads/each-in-transaction.commands.ts';
import * as messages from '../competition.messages.ts';
import { guessLineupOf, saveConfirmation } from './game-answers.commands.ts';
import { getLineup, type LoadedGame, loadGame } from './game-facts.commands.ts';
import { flagGame } from './game-flags.commands.ts';
import * as queries from './games.queries.ts';
import { findResult, judgeDue } from './games.rules.ts';
import type { GameDecision } from './games.schema.ts';

/** Confirms, leaves or voids the games that no one answered or decided in time. */
export async function settleDueGames(deps: Deps, signal: AbortSignal): Promise<void> {
  const due = await queries.listDueGames(deps.db, deps.now());
  await runEachInTransaction(deps, { signal, what: 'could not settle a game' }, due, ({ id }) =>
    withDeadlockRetry(deps.db, (tx) => settleGame(tx, deps, id)),
  );
}

async function settleGame(tx: Db, deps: Deps, id: string): Promise<void> {
  const row = await queries.lockGame(tx, id);
  const now = deps.now();
  if (!row?.dueAt || row.dueAt > now) return;
  const game = await loadGame(tx, row);
  const evidence = await queries.listEvidence(tx, [id]);
  const change = judgeDue(
    game.facts,
    evidence.map(({ side }) => side),
  );
  if (change === 'stay') return queries.updateGame(tx, id, { dueAt: null });
  if (change === 'void') return voidGame(tx, deps, id, { userId: null, note: null });
  await completeLineups(tx, game, row.version);
  await saveConfirmation(tx, deps, game, { userId: null, side: null, version: row.version });
}

/** Adds the lineup of the side that didn't report a version, so that everyone who played is listed. */
async function completeLineups(tx: Db, game: LoadedGame, version: number): Promise<void> {
  if (game.sides.length < 2) return;
  const { side } = findResult(game.facts, version)!;
  const other = side === 1 ? 2 : 1;
  if (getLineup(game, version, other)) return;
  const lineup = await guessLineupOf(tx, game, other, getLineup(game, version, side));
  await queries.replaceLineup(tx, { gameId: game.row.id, version }, { side: other, lineup });
}

async function voidGame(
  tx: Db,
  deps: Deps,
  id: string,
  { userId, note }: { userId: string | null; note: string | null },
): Promise<void> {
  await queries.updateGame(tx, id, { state: 'void', confirmedAt: null, dueAt: null });
  await queries.insertGameEvent(tx, { gameId: id, kind: 'voided', userId, note, createdAt: deps.now() });
}

/**
 * Decides a game as a moderator: one of its versions counts, or none does. Later decisions replace earlier ones.
 * @throws Refusal not_found when there's no such game, conflict when it isn't over, invalid when it has no such version
 */
export async function decideGame(
  deps: Deps,
  actor: Person,
  id: string,
  { version, note }: GameDecision,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await queries.lockGame(tx, id);
    if (!row) throw new Refusal('not_found', messages.gameNotFound);
    if (row.state === 'started') throw new Refusal('conflict', messages.gameNotOver);
    const game = await loadGame(tx, row);
    if (version !== null && !findResult(game.facts, version)) {
      throw new Refusal('invalid', messages.versionUnknown, 'version');
    }
    const now = deps.now();
    const { userId } = actor;
    if (version === null) await voidGame(tx, deps, id, { userId, note: note || null });
    else {
      await completeLineups(tx, game, version);
      await queries.updateGame(tx, id, { state: 'decided', version, confirmedAt: now, dueAt: null });
      const event = { gameId: id, kind: 'decided' as const, userId, version, note: note || null, createdAt: now };
      await queries.insertGameEvent(tx, event);
      await flagGame(tx, deps, id);
    }
    await recordAudit(tx, deps, {
      adminId: userId,
      action: version === null ? 'void_game' : 'decide_game',
      targetType: 'game',
      targetId: id,
      before: { state: row.state, version: row.version },
      after: { state: version === null ? 'void' : 'decided', version: version ?? row.version, note },
    });
  });
}
