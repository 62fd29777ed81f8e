import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { type CreatedUser, toActor } from '../../accounts/accounts.factory.ts';
import { requireAccess } from '../../moderation/access-policy.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import {
  endExpiredUnreliable,
  isUnreliable,
  readReliabilityFile,
  readUnreliable,
  recordEvidence,
} from '../../moderation/reliability/reliability.commands.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { respondToMatch } from '../matches.commands.ts';
import { makeSquadProposal } from '../matches.factory.ts';
import { appealNoShow, decideNoShowAppeal, giveFeedback, listNoShowAppeals } from './match-feedback.commands.ts';

const NOW = '2026-03-03T12:00:00Z';
const TOO_MANY_NO_SHOWS = "You've had too many no-shows";
const BACK = 'Your no-show limits are gone';

let context: TestContext;
let admin: CreatedUser;
let matchId: string;
let latePlayer: Player;
let others: Player[];

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.deps.db.execute(sql`truncate auth.users cascade`);
  await context.deps.db.execute(sql`truncate matcher_runs, matches cascade`);
  context.setNow(NOW);
  admin = await makeAdmin(context.deps);
  const proposal = await makeSquadProposal(context.deps);
  matchId = proposal.matchId;
  for (const member of proposal.members) await respondToMatch(context.deps, toActor(member), matchId, 'accept');
  await context.deps.db.execute(sql`
    update matches set sessions = '[{"start":"2026-03-02T20:00:00Z","end":"2026-03-02T23:00:00Z"}]'::jsonb`);
  [latePlayer, ...others] = proposal.members as [Player, ...Player[]];
});

/** Records earlier outcomes for the player who was late. */
async function recordEarlier(outcome: 'came' | 'missed', ...names: string[]) {
  for (const name of names) {
    const line = { userId: latePlayer.userId, cause: `test:${name}`, happenedAt: new Date(NOW), outcome };
    const after = await context.deps.db.transaction((tx) => recordEvidence(tx, context.deps, line));
    await after();
  }
}
const reportAbsent = (player: Player) =>
  giveFeedback(context.deps, toActor(player), matchId, {
    took_place: true,
    rating: 3,
    absent_ids: [latePlayer.userId],
  });
const listTitles = async (user: { userId: string }) =>
  (await listOutbox(context.deps.db, user.userId)).map(({ title }) => title);
const isPlayerUnreliable = () => isUnreliable(context.deps.db, context.deps, latePlayer.userId);
const requireSeat = () => requireAccess(context.deps.db, context.deps, latePlayer.userId, 'assemblies');

describe('frequent no-shows', () => {
  test('put a player below the limit and notify them of the score, the effects and how to recover', async () => {
    await recordEarlier('missed', 'one', 'two');
    await reportAbsent(others[0]!);
    expect(await isPlayerUnreliable()).toBe(false);
    await requireSeat();
    await reportAbsent(others[1]!);
    expect(await isPlayerUnreliable()).toBe(true);
    await expect(requireSeat()).rejects.toMatchObject({
      code: 'forbidden',
      message:
        "You've had too many no-shows, so you won't be invited to paid Team Assembly spots. See why, and how to get back, at /protocol/standing.",
    });
    const notification = (await listOutbox(context.deps.db, latePlayer.userId)).find(
      ({ title }) => title === TOO_MANY_NO_SHOWS,
    )!;
    expect(notification.lines).toEqual([
      'Players reported you as a no-show in 3 of 3 matches. Your reliability is 40 out of 100, below 50.',
      "You won't be invited to paid Team Assembly spots.",
      'When you apply to a listing, its owner sees that you often don’t show up.',
      "We'll keep your hire and coaching offers, but no one can see them.",
      "You can't get new hires or bookings. Any that are already paid for will go ahead.",
      "The limits end once you show up to the next match you accept, or automatically on 2026-04-22. Matching isn't affected.",
      'If any of this is wrong, you can contest it.',
    ]);
    const { changes, ...shown } = (await readUnreliable(context.deps, latePlayer.userId))!;
    expect(shown).toMatchObject({ score: 40, limit: 50, counted: 3, missed: 3, matches_to_come: 1 });
    expect(notification.lines).toEqual(expect.arrayContaining(changes));
    expect(await readReliabilityFile(context.deps, latePlayer.userId)).toMatchObject({
      score: 40,
      counted: 3,
      missed: 3,
      unreliable_until: shown.returns_at,
    });
    // The reporters aren't notified, and their own reliability depends only on reports about them.
    expect(await listTitles(others[0]!)).not.toContain(TOO_MANY_NO_SHOWS);
    expect(await readUnreliable(context.deps, others[0]!.userId)).toBeNull();
  });

  test('send one message when the player falls below the limit and one when they recover', async () => {
    await recordEarlier('missed', 'one', 'two');
    for (const user of [others[0]!, others[1]!, others[1]!, others[2]!]) await reportAbsent(user);
    expect((await listTitles(latePlayer)).filter((title) => title === TOO_MANY_NO_SHOWS)).toHaveLength(1);
    await recordEarlier('came', 'three', 'three');
    expect(await isPlayerUnreliable()).toBe(false);
    await requireSeat();
    expect((await listTitles(latePlayer)).filter((title) => title === BACK)).toHaveLength(1);
  });

  test('include both reports when two members report at the same moment', async () => {
    await recordEarlier('missed', 'one', 'two');
    await Promise.all([reportAbsent(others[0]!), reportAbsent(others[1]!)]);
    expect(await isPlayerUnreliable()).toBe(true);
  });

  test("are forgiven in the same transaction as a moderator's decision", async () => {
    await recordEarlier('missed', 'one', 'two');
    await reportAbsent(others[0]!);
    await reportAbsent(others[1]!);
    await appealNoShow(context.deps, toActor(latePlayer), `match:${matchId}`, 'Power cut');
    expect(await isPlayerUnreliable()).toBe(true);
    const [open] = await listNoShowAppeals(context.deps);
    await decideNoShowAppeal(context.deps, toActor(admin), { appealId: open!.id, decision: 'granted', answer: null });
    expect(await isPlayerUnreliable()).toBe(false);
    expect(await listTitles(latePlayer)).toEqual(
      expect.arrayContaining([BACK, 'A match no longer counts against you']),
    );
    // Reports about a match that was set aside no longer change anything.
    await reportAbsent(others[2]!);
    expect(await isPlayerUnreliable()).toBe(false);
  });

  test('stop counting on the announced date, and the player is notified once', async () => {
    await recordEarlier('missed', 'one', 'two', 'three');
    const returns = new Date((await readUnreliable(context.deps, latePlayer.userId))!.returns_at);
    context.setNow(new Date(returns.getTime() - DAY_MS));
    expect(await isPlayerUnreliable()).toBe(true);
    expect(await endExpiredUnreliable(context.deps, new AbortController().signal)).toBe(0);
    context.setNow(returns);
    expect(await isPlayerUnreliable()).toBe(false);
    await requireSeat();
    expect(await readUnreliable(context.deps, latePlayer.userId)).toBeNull();
    expect(await endExpiredUnreliable(context.deps, new AbortController().signal)).toBe(1);
    expect(await endExpiredUnreliable(context.deps, new AbortController().signal)).toBe(0);
    expect((await listTitles(latePlayer)).filter((title) => title === BACK)).toHaveLength(1);
  });

  test('include reports from before the limit existed', async () => {
    for (const user of others) await reportAbsent(user);
    await appealNoShow(context.deps, toActor(latePlayer), `match:${matchId}`, 'Power cut');
    const listEvidence = async () =>
      (await context.deps.db.execute(sql`select * from reliability_evidence order by user_id`)).rows;
    const before = await listEvidence();
    expect(before).toHaveLength(5);
    await context.deps.db.execute(sql`delete from reliability_evidence`);
    const [, backfillSql] = readFileSync('db/migrations/0643_reliability.sql', 'utf8').split(
      '-- What members have said so far',
    );
    await context.deps.db.execute(sql.raw(backfillSql!.slice(backfillSql!.indexOf('insert into'))));
    expect(await listEvidence()).toEqual(before);
  });

  test('do not change when saving the report fails', async () => {
    await recordEarlier('missed', 'one', 'two');
    await reportAbsent(others[0]!);
    const { deps } = context;
    const failingDeps = { ...deps, wiring: { ...deps.wiring, handlers: new Map(deps.wiring.handlers) } };
    failingDeps.wiring.handlers.set('moderation.became-unreliable', [
      async () => {
        throw new Error('told nobody');
      },
    ]);
    const feedback = { took_place: true, rating: null, absent_ids: [latePlayer.userId] };
    await expect(giveFeedback(failingDeps, toActor(others[1]!), matchId, feedback)).rejects.toThrow('told nobody');
    expect(await isPlayerUnreliable()).toBe(false);
    expect((await context.deps.db.execute(sql`select 1 from match_feedback`)).rows).toHaveLength(1);
  });
});
