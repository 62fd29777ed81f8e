import { sql } from 'drizzle-orm';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCrashingDeps } from '../../../server/test-crashing-deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import type { Command } from '../../squads/model/test-model-run.ts';
import { confirmGame, disputeGame } from '../games/game-answers.commands.ts';
import { correctGame, reportGame } from '../games/game-reports.commands.ts';
import { decideGame, settleDueGames } from '../games/game-settlement.commands.ts';
import { GameReport } from '../games/games.schema.ts';
import type { GameModel } from './test-game-model.ts';

type Found = { id: string; version: number; state: string };

/** Creates random commands by random people, most of which are refused. Some lose their process on the way. */
export function createGameCommands(model: GameModel): Command[] {
  const { run, squads } = model;
  const { deps, below, pick } = run;
  const people = [...squads.flatMap(({ members }) => members), model.stranger];
  const pickGame = async () => {
    const { rows } = await deps.db.execute<Found>(
      sql`select id, version, state from games order by created_at desc, id limit 6`,
    );
    return pick(rows);
  };
  const score = () => ({ own: below(4), other: below(4) });

  /** Runs a command that may be refused, and that may lose its process. */
  async function attempt(name: string, work: (deps: Deps) => Promise<unknown>): Promise<void> {
    const crashing = below(6) === 0 ? createCrashingDeps(deps, 1 + below(20), below(2) === 0) : undefined;
    try {
      await work(crashing?.deps ?? deps);
      run.count(name);
    } catch (error) {
      if (crashing?.hasCrashed()) return run.count('crashed');
      if (error instanceof Refusal) return;
      throw error;
    }
  }

  async function report() {
    const squad = pick(squads)!;
    const rival = squads.find((one) => one !== squad)!;
    const { rows } = await deps.db.execute<{ next: number }>(
      sql`select coalesce(max(number), 0)::int + 1 as next from games where session_id = ${squad.sessionId}`,
    );
    const who = below(3) === 0 ? pick(people)! : pick(squad.members)!;
    const input = GameReport.parse({
      number: Math.max(1, rows[0]!.next - below(3)),
      mode: 'Rec',
      score: score(),
      lineup: { players: squad.members.map(({ userId }) => ({ user_id: userId })) },
      opponent: below(2) === 0 ? rival.squadId : null,
    });
    const work = () => attempt('reported', (one) => reportGame(one, who, squad.sessionId, input));
    // Double taps and both captains at once.
    await (below(3) === 0 ? Promise.all([work(), work()]) : work());
  }

  async function confirm() {
    const game = await pickGame();
    if (!game) return;
    const version = Math.max(1, game.version + below(3) - 1);
    await attempt('confirmed', (one) => confirmGame(one, pick(people)!, game.id, { version, lineup: null }));
  }

  async function dispute() {
    const game = await pickGame();
    const claim = below(3) === 0 ? null : { outcome: null, score: score(), lineup: null };
    if (!game) return;
    const { id, version } = game;
    await attempt('disputed', (one) => disputeGame(one, pick(people)!, id, { version, claim, note: '' }));
  }

  async function correct() {
    const game = await pickGame();
    if (!game) return;
    const correction = { version: game.version, outcome: null, score: score(), lineup: null };
    await attempt('corrected', (one) => correctGame(one, pick(people)!, game.id, correction));
  }

  async function decide() {
    const game = await pickGame();
    if (!game) return;
    const admin = await makeAdmin(deps);
    const version = below(2) === 0 ? null : 1 + below(3);
    await attempt('decided', (one) => decideGame(one, admin, game.id, { version, note: '' }));
  }

  /** The storage isn't part of this run, so the screenshot is only a row. */
  async function attach() {
    const game = await pickGame();
    if (game?.state !== 'reported') return;
    await deps.db.execute(sql`
      insert into game_evidence (game_id, side, object_name, created_at)
      values (${game.id}, ${1 + below(2)}, 'none', now())`);
  }

  async function passTime() {
    run.pass((below(12) === 0 ? 80 * HOUR_MS : 10 * MINUTE_MS) * (1 + below(3)));
    await run.work((one) => settleDueGames(one, run.never));
    run.count('settled');
    // Play goes on: the session is moved along, so that games can be reported.
    const now = new Date(run.now()).toISOString();
    await deps.db.execute(sql`
      update squad_sessions set starts_at = ${now}::timestamptz - interval '1 hour',
             ends_at = ${now}::timestamptz + interval '1 hour', answers_until = ${now}::timestamptz
       where id in (${squads[0]!.sessionId}, ${squads[1]!.sessionId})`);
  }

  return [
    [8, report],
    [8, confirm],
    [8, dispute],
    [3, correct],
    [1, decide],
    [2, attach],
    [3, passTime],
  ];
}
