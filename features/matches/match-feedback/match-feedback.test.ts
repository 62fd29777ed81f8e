import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import type { CreatedUser } from '../../accounts/accounts.factory.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { respondToMatch } from '../matches.commands.ts';
import { makeSquadProposal } from '../matches.factory.ts';
import { appealNoShow, decideNoShowAppeal, listNoShowAppeals } from './match-feedback.commands.ts';
import type { Reliability } from './match-feedback.schema.ts';

describe('match feedback', () => {
  let context: TestContext;
  let admin: CreatedUser;
  let matchId: string;
  let members: Player[];

  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    await context.deps.db.execute(sql`truncate matcher_runs, matches, admin_audit_logs cascade`);
    context.setNow('2026-03-03T12:00:00Z');
    admin = await makeAdmin(context.deps);
    ({ matchId, members } = await makeSquadProposal(context.deps));
    for (const member of members) await respondToMatch(context.deps, toActor(member), matchId, 'accept');
    await playedOn('2026-03-02');
  });

  /** Moves the sessions instead of the clock, because sign-ins expire within the hour. */
  const playedOn = (day: string) =>
    context.deps.db.execute(sql`
      update matches set sessions = ${JSON.stringify([{ start: `${day}T20:00:00Z`, end: `${day}T23:00:00Z` }])}::jsonb`);

  async function call(who: { accessToken: string }, method: string, path: string, body?: unknown) {
    const response = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response
    return { status: response.status, body: (await response.json()) as any };
  }
  const sendFeedback = (who: { accessToken: string }, body: object) =>
    call(who, 'POST', `/api/matches/${matchId}/feedback`, body);
  const own = async (who: { accessToken: string }) => (await call(who, 'GET', '/api/reliability')).body as Reliability;
  const absent = (...who: Player[]) => ({ took_place: true, rating: 3, absent_ids: who.map((one) => one.userId) });

  it('accepts feedback from members after the first session and lets them change it', async () => {
    const card = async () => (await call(members[0]!, 'GET', `/api/matches/${matchId}`)).body;
    expect(await card()).toMatchObject({ feedback_open: true, my_feedback: null });
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 4 })).status).toBe(200);
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 5 })).status).toBe(200);
    expect(await card()).toMatchObject({ my_feedback: { took_place: true, rating: 5, absent_ids: [] } });
    await playedOn('2026-03-03');
    expect((await card()).feedback_open).toBe(false);
    const early = await sendFeedback(members[0]!, { took_place: true });
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('for 14 days after')]);
  });

  it('refuses invalid feedback and feedback from non-members', async () => {
    const stranger = await makePlayer(context.deps);
    expect((await sendFeedback(stranger, { took_place: true })).status).toBe(404);
    expect((await sendFeedback(members[0]!, absent(members[0]!))).body.error.message).toContain('yourself');
    expect((await sendFeedback(members[0]!, absent(stranger))).body.error.field).toBe('absent_ids');
    expect((await sendFeedback(members[0]!, { took_place: 'yes' })).body.error.message).toBe('Say whether you played.');
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 6 })).body.error.message).toContain(
      'from 1 to 5',
    );
    expect((await context.deps.db.execute(sql`select 1 from match_feedback`)).rows).toEqual([]);
  });

  it("stores no rating for a match that didn't take place, and no duplicate names", async () => {
    const [first, second] = members;
    await sendFeedback(first!, { ...absent(second!, second!), took_place: false, rating: 2 });
    const { rows } = await context.deps.db.execute(sql`select took_place, rating, absent_ids from match_feedback`);
    expect(rows).toEqual([{ took_place: false, rating: null, absent_ids: [second!.userId] }]);
    await blockPlayer(context.deps, toActor(first!), second!.userId, 'block');
    expect((await sendFeedback(second!, { took_place: true })).status).toBe(404);
  });

  it('decides an appeal against a no-show only once', async () => {
    const [late, ...others] = members;
    await expect(appealNoShow(context.deps, toActor(late!), `match:${matchId}`, 'Why?')).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const other of others.slice(0, 2)) await sendFeedback(other, absent(late!));
    await appealNoShow(context.deps, toActor(late!), `match:${matchId}`, 'Power cut');
    const [open] = await listNoShowAppeals(context.deps);
    const decide = (appealId: string) =>
      decideNoShowAppeal(context.deps, toActor(admin), { appealId, decision: 'rejected', answer: null });
    await expect(decide(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await decide(open!.id);
    await expect(decide(open!.id)).rejects.toThrow('This appeal has already been decided.');
    expect(await listNoShowAppeals(context.deps)).toEqual([]);
    expect(await own(late!)).toMatchObject({
      score: 67,
      evidence: [
        {
          cause: `match:${matchId}`,
          squad: null,
          outcome: 'missed',
          played_at: '2026-03-02T23:00:00.000Z',
          appeal: { status: 'rejected', answer: null },
        },
      ],
    });
    const { rows } = await context.deps.db.execute(
      sql`select admin_id, action, target_type, target_id, before, after from admin_audit_logs`,
    );
    expect(rows).toEqual([
      {
        admin_id: admin.userId,
        action: 'decide_absence',
        target_type: 'match',
        target_id: matchId,
        before: { status: 'open', userId: late!.userId },
        after: { status: 'rejected', answer: null },
      },
    ]);
    const notification = (await listOutbox(context.deps.db, late!.userId)).find(({ kind }) => kind === 'moderation');
    expect(notification).toMatchObject({
      title: 'A match still counts as a no-show',
      lines: ['A moderator read your message and decided that the no-show still counts.'],
    });
  });

  it("lowers a player's reliability only when several members report a no-show", async () => {
    const [late, ...others] = members;
    expect(await own(late!)).toEqual({ score: null, evidence: [] });
    await sendFeedback(late!, { took_place: true, rating: 5 });
    expect(await own(late!)).toEqual({ score: null, evidence: [] });
    await sendFeedback(others[0]!, absent(late!));
    expect(await own(late!)).toMatchObject({ score: 100, evidence: [{ outcome: 'came', reports: 1, said_absent: 1 }] });
    await sendFeedback(others[1]!, absent(late!));
    expect(await own(late!)).toMatchObject({ score: 67, evidence: [{ outcome: 'missed', said_absent: 2 }] });
    expect((await own(others[0]!)).score).toBe(100);
    expect(JSON.stringify(await own(late!))).not.toContain(others[0]!.userId);
  });

  it('lets a player appeal a no-show once and notifies them of the decision', async () => {
    const [late, ...others] = members;
    const contest = () =>
      call(late!, 'POST', '/api/reliability/appeals', { cause: `match:${matchId}`, message: 'Power cut' });
    await sendFeedback(others[0]!, absent(late!));
    expect((await contest()).body.error.message).toBe("This session doesn't count against you.");
    await sendFeedback(others[1]!, absent(late!));
    expect((await contest()).status).toBe(200);
    expect((await contest()).body.error.message).toBe('You already contested this.');
    const { appeals } = (await call(admin, 'GET', '/api/admin/absence-appeals')).body;
    expect(appeals).toMatchObject([{ user_id: late!.userId, message: 'Power cut', reports: 2, said_absent: 2 }]);
    const decide = (who: { accessToken: string }) =>
      call(who, 'POST', '/functions/v1/admin-actions', {
        action: 'decide_absence',
        appealId: appeals[0].id,
        decision: 'granted',
        answer: 'Happens',
      });
    expect((await decide(late!)).status).toBe(403);
    expect((await decide(admin)).body.message).toBe('Appeal granted, no-show removed');
    expect((await decide(admin)).status).toBe(409);
    expect(await own(late!)).toMatchObject({
      score: null,
      evidence: [{ outcome: 'set_aside', appeal: { status: 'granted', answer: 'Happens' } }],
    });
    expect((await listOutbox(context.deps.db, late!.userId)).find(({ kind }) => kind === 'moderation')).toMatchObject({
      title: 'A match no longer counts against you',
      lines: ['A moderator dismissed the no-show.', 'Answer: Happens'],
    });
    const { rows } = await context.deps.db.execute(sql`select action from admin_audit_logs`);
    expect(rows).toEqual([{ action: 'decide_absence' }]);
  });
});
