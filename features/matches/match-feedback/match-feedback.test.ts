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
    await setPlayedOn('2026-03-02');
  });

  /** Moves the sessions instead of the clock, because sign-ins expire within the hour. */
  const setPlayedOn = (day: string) =>
    context.deps.db.execute(sql`
      update matches set sessions = ${JSON.stringify([{ start: `${day}T20:00:00Z`, end: `${day}T23:00:00Z` }])}::jsonb`);

  async function call(caller: { accessToken: string }, method: string, path: string, body?: unknown) {
    const response = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response
    return { status: response.status, body: (await response.json()) as any };
  }
  const sendFeedback = (caller: { accessToken: string }, body: object) =>
    call(caller, 'POST', `/api/matches/${matchId}/feedback`, body);
  const readOwn = async (caller: { accessToken: string }) =>
    (await call(caller, 'GET', '/api/reliability')).body as Reliability;
  const createAbsence = (...player: Player[]) => ({
    took_place: true,
    rating: 3,
    absent_ids: player.map((one) => one.userId),
  });

  it('accepts feedback from members after the first session and lets them change it', async () => {
    const readCard = async () => (await call(members[0]!, 'GET', `/api/matches/${matchId}`)).body;
    expect(await readCard()).toMatchObject({ feedback_open: true, my_feedback: null });
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 4 })).status).toBe(200);
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 5 })).status).toBe(200);
    expect(await readCard()).toMatchObject({ my_feedback: { took_place: true, rating: 5, absent_ids: [] } });
    await setPlayedOn('2026-03-03');
    expect((await readCard()).feedback_open).toBe(false);
    const earlyResponse = await sendFeedback(members[0]!, { took_place: true });
    expect([earlyResponse.status, earlyResponse.body.error.message]).toEqual([
      409,
      expect.stringContaining('for 14 days after'),
    ]);
  });

  it('refuses invalid feedback and feedback from non-members', async () => {
    const stranger = await makePlayer(context.deps);
    expect((await sendFeedback(stranger, { took_place: true })).status).toBe(404);
    expect((await sendFeedback(members[0]!, createAbsence(members[0]!))).body.error.message).toContain('yourself');
    expect((await sendFeedback(members[0]!, createAbsence(stranger))).body.error.field).toBe('absent_ids');
    expect((await sendFeedback(members[0]!, { took_place: 'yes' })).body.error.message).toBe('Say whether you played.');
    expect((await sendFeedback(members[0]!, { took_place: true, rating: 6 })).body.error.message).toContain(
      'from 1 to 5',
    );
    expect((await context.deps.db.execute(sql`select 1 from match_feedback`)).rows).toEqual([]);
  });

  it("stores no rating for a match that didn't take place, and no duplicate names", async () => {
    const [first, second] = members;
    await sendFeedback(first!, { ...createAbsence(second!, second!), took_place: false, rating: 2 });
    const { rows } = await context.deps.db.execute(sql`select took_place, rating, absent_ids from match_feedback`);
    expect(rows).toEqual([{ took_place: false, rating: null, absent_ids: [second!.userId] }]);
    await blockPlayer(context.deps, toActor(first!), second!.userId, 'block');
    expect((await sendFeedback(second!, { took_place: true })).status).toBe(404);
  });

  it('decides an appeal against a no-show only once', async () => {
    const [latePlayer, ...others] = members;
    await expect(appealNoShow(context.deps, toActor(latePlayer!), `match:${matchId}`, 'Why?')).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const other of others.slice(0, 2)) await sendFeedback(other, createAbsence(latePlayer!));
    await appealNoShow(context.deps, toActor(latePlayer!), `match:${matchId}`, 'Power cut');
    const [open] = await listNoShowAppeals(context.deps);
    const decide = (appealId: string) =>
      decideNoShowAppeal(context.deps, toActor(admin), { appealId, decision: 'rejected', answer: null });
    await expect(decide(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await decide(open!.id);
    await expect(decide(open!.id)).rejects.toThrow('This appeal has already been decided.');
    expect(await listNoShowAppeals(context.deps)).toEqual([]);
    expect(await readOwn(latePlayer!)).toMatchObject({
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
        before: { status: 'open', userId: latePlayer!.userId },
        after: { status: 'rejected', answer: null },
      },
    ]);
    const notification = (await listOutbox(context.deps.db, latePlayer!.userId)).find(
      ({ kind }) => kind === 'moderation',
    );
    expect(notification).toMatchObject({
      title: 'A match still counts as a no-show',
      lines: ['A moderator read your message and decided that the no-show still counts.'],
    });
  });

  it("lowers a player's reliability only when several members report a no-show", async () => {
    const [latePlayer, ...others] = members;
    expect(await readOwn(latePlayer!)).toEqual({ score: null, evidence: [] });
    await sendFeedback(latePlayer!, { took_place: true, rating: 5 });
    expect(await readOwn(latePlayer!)).toEqual({ score: null, evidence: [] });
    await sendFeedback(others[0]!, createAbsence(latePlayer!));
    expect(await readOwn(latePlayer!)).toMatchObject({
      score: 100,
      evidence: [{ outcome: 'came', reports: 1, said_absent: 1 }],
    });
    await sendFeedback(others[1]!, createAbsence(latePlayer!));
    expect(await readOwn(latePlayer!)).toMatchObject({ score: 67, evidence: [{ outcome: 'missed', said_absent: 2 }] });
    expect((await readOwn(others[0]!)).score).toBe(100);
    expect(JSON.stringify(await readOwn(latePlayer!))).not.toContain(others[0]!.userId);
  });

  it('lets a player appeal a no-show once and notifies them of the decision', async () => {
    const [latePlayer, ...others] = members;
    const contestAbsence = () =>
      call(latePlayer!, 'POST', '/api/reliability/appeals', { cause: `match:${matchId}`, message: 'Power cut' });
    await sendFeedback(others[0]!, createAbsence(latePlayer!));
    expect((await contestAbsence()).body.error.message).toBe("This session doesn't count against you.");
    await sendFeedback(others[1]!, createAbsence(latePlayer!));
    expect((await contestAbsence()).status).toBe(200);
    expect((await contestAbsence()).body.error.message).toBe('You already contested this.');
    const { appeals } = (await call(admin, 'GET', '/api/admin/absence-appeals')).body;
    expect(appeals).toMatchObject([{ user_id: latePlayer!.userId, message: 'Power cut', reports: 2, said_absent: 2 }]);
    const decide = (caller: { accessToken: string }) =>
      call(caller, 'POST', '/functions/v1/admin-actions', {
        action: 'decide_absence',
        appealId: appeals[0].id,
        decision: 'granted',
        answer: 'Happens',
      });
    expect((await decide(latePlayer!)).status).toBe(403);
    expect((await decide(admin)).body.message).toBe('Appeal granted, no-show removed');
    expect((await decide(admin)).status).toBe(409);
    expect(await readOwn(latePlayer!)).toMatchObject({
      score: null,
      evidence: [{ outcome: 'set_aside', appeal: { status: 'granted', answer: 'Happens' } }],
    });
    expect(
      (await listOutbox(context.deps.db, latePlayer!.userId)).find(({ kind }) => kind === 'moderation'),
    ).toMatchObject({
      title: 'A match no longer counts against you',
      lines: ['A moderator dismissed the no-show.', 'Answer: Happens'],
    });
    const { rows } = await context.deps.db.execute(sql`select action from admin_audit_logs`);
    expect(rows).toEqual([{ action: 'decide_absence' }]);
  });
});
