import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { makeFittingFive, makeSquadProposal } from '../features/matches/matches.factory.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { upsertEntitlement } from '../features/payments/entitlements.queries.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { QueueLeader } from '../features/queue/queue-leader.commands.ts';
import { getQueueState } from '../features/queue/queue-views.commands.ts';
import { askAfterSessions } from '../features/squads/session-feedback/session-feedback.commands.ts';
import { makeLiveSquad, makeSquad } from '../features/squads/squads.factory.ts';
import { postMessage } from '../features/threads/threads.factory.ts';
import { createGoodPicture } from '../pictures/test-hostile-files.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations, type OperationUnderTest } from './test-operations.ts';

type Holder = { userId: string; accessToken: string };
/** A request about a row, and the player who has the relation to it. */
type Case = { holder: Holder; path: string; body?: unknown };

const BUCKET = 'ties';
const TIED = ['owner', 'member', 'buyer', 'seller'];

let context: TestContext;
let tied: OperationUnderTest[];
let stranger: Holder;
let files = 0;

beforeAll(async () => {
  context = await openTestContext({ CONCIERGE_PHONE: '+12025550142' });
  tied = (await listOperations(context.app)).filter(({ who }) => TIED.includes(who ?? ''));
  // A stranger who has everything except the relation: a published profile and a plan that unlocks all tools.
  stranger = await withPlan(await makePlayer(context.deps, { languages: ['Elsewhere'] }));
  const admin = await makeAdmin(context.deps);
  await ask(admin, 'POST', '/storage/v1/bucket', { name: BUCKET, public: false });
});
afterAll(() => context.close());

async function ask(who: Holder | undefined, method: string, path: string, body?: unknown) {
  const isForm = body instanceof FormData;
  return context.app.request(path, {
    method,
    headers: {
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function withPlan<P extends Holder>(person: P): Promise<P> {
  const foundersExpiresAt = new Date(Date.now() + 7 * DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: person.userId, foundersExpiresAt, updatedAt: new Date() });
  return person;
}

async function file(): Promise<{ holder: Holder; name: string }> {
  const holder = await makeUser(context.deps);
  files += 1;
  const name = `${holder.userId}/note-${files}.txt`;
  const answer = await context.app.request(`/storage/v1/object/${BUCKET}/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${holder.accessToken}` },
    body: 'mine',
  });
  expect(answer.status).toBe(200);
  return { holder, name };
}

async function milestone(): Promise<{ holder: Holder; id: string }> {
  const holder = await withPlan(await makeUser(context.deps));
  const answer = await ask(holder, 'POST', '/api/milestones', { title: 'Win ten' });
  const { milestones } = (await answer.json()) as { milestones: { id: string }[] };
  return { holder, id: milestones[0]!.id };
}

/** Creates a saved build of a user with a plan. */
async function keptBuild(): Promise<{ holder: Holder; id: string }> {
  const holder = await withPlan(await makeUser(context.deps));
  const turn = (await (await ask(holder, 'POST', '/api/build-advice', { text: 'center' })).json()) as { id: string };
  const answer = await ask(holder, 'POST', '/api/builds', { turn_id: turn.id, name: 'Tower' });
  const { builds } = (await answer.json()) as { builds: { id: string }[] };
  return { holder, id: builds[0]!.id };
}

/** Creates a request to support. */
const supportRequest = async (path = '', body?: object) => {
  const holder = await makeUser(context.deps);
  const request = { id: crypto.randomUUID(), topic: 'other', text: 'Help.' };
  expect((await ask(holder, 'POST', '/api/support/requests', request)).status).toBe(200);
  return { holder, path: `/api/support/requests/${request.id}${path}`, body };
};

const match = async (mutual = false) => {
  const { matchId, members } = await makeSquadProposal(context.deps);
  if (mutual) for (const each of members) await ask(each, 'POST', `/api/matches/${matchId}/response`, accept);
  return { holder: members[0]!, id: matchId };
};
const accept = { action: 'accept' };

/** Creates a ready check of the live queue; one of its five players is the holder. */
const check = async (word: string, body: object) => {
  checked += 1;
  const five = await makeFittingFive(context.deps, { languages: [`Checked ${checked}`] });
  for (const one of five) await ask(one, 'POST', '/api/queue', { kind: 'now' });
  const leader = new QueueLeader(context.deps);
  await leader.tick();
  await leader.stop();
  const { check: found } = await getQueueState(context.deps, five[0]!);
  return {
    holder: five[0]!,
    path: `/api/queue/checks/${found!.id}/${word}`,
    body: { ...body, version: found!.version },
  };
};
let checked = 0;

/** Creates a squad of two whose captain is the holder. */
const squad = async (path = '', body?: unknown) => {
  const players = [await makePlayer(context.deps), await makePlayer(context.deps)] as const;
  const { squadId } = await makeSquad(context.deps, players);
  return { holder: players[0], path: `/api/squads/${squadId}${path}`, body, mate: players[1] };
};

const inThreeDays = (minutes = 60, ms = 3 * DAY_MS) => ({
  starts_at: new Date(Date.now() + ms).toISOString(),
  minutes,
});

/** Creates a squad session that the captain proposed. */
const session = async (path: string, body: unknown, ms?: number) => {
  const held = await squad();
  const answer = await ask(held.holder, 'POST', `${held.path}/sessions`, inThreeDays(60, ms));
  const { sessions } = (await answer.json()) as { sessions: { id: string }[] };
  return { ...held, path: `${held.path}/sessions/${sessions[0]!.id}${path}`, body };
};

/** Creates a squad of two from the live queue that's playing now. */
const liveSession = async (path: string, body?: object) => {
  const players = [await makePlayer(context.deps), await makePlayer(context.deps)] as const;
  const { squadId } = await makeLiveSquad(context.deps, players);
  const room = await ask(players[0], 'GET', `/api/squads/${squadId}`);
  const { live_now } = (await room.json()) as { live_now: { session_id: string } };
  const held = { holder: players[0], mate: players[1] };
  return { ...held, path: `/api/squads/${squadId}/sessions/${live_now.session_id}${path}`, body };
};

const reportBy = ({ userId }: Holder) => ({
  number: 1,
  mode: 'Rec',
  outcome: 'won',
  lineup: { players: [{ user_id: userId }] },
});

/** Creates a game that the holder reported. */
const game = async (path: string, body?: object) => {
  const { holder, mate, path: sessionPath } = await liveSession('');
  const games = `${sessionPath.replace(/.*\/sessions\//, '/api/sessions/')}/games`;
  const { id } = (await (await ask(holder, 'POST', games, reportBy(holder))).json()) as { id: string };
  return { holder, mate, path: `/api/games/${id}${path}`, body };
};

/** Creates a past squad session that both players had confirmed. */
const played = async () => {
  const held = await session('', undefined);
  await ask(held.mate, 'PUT', `${held.path}/answer`, { version: 1, answer: 'yes' });
  await context.deps.db.execute(sql`
    update squad_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
     where id = ${held.path.replace(/.*\//, '')}`);
  await askAfterSessions(context.deps, new AbortController().signal);
  return held;
};

/** Creates a session tonight for a squad of two that's one player short, with a third player invited to sub in. */
const short = async (state: 'asked' | 'in', ms = 6 * HOUR_MS) => {
  const held = await session('', undefined, ms);
  const [, room, id] = /(.*)\/sessions\/(.*)/.exec(held.path)!;
  const guest = await makePlayer(context.deps);
  await context.deps.db.execute(sql`
    insert into squad_stand_ins (session_id, squad_id, user_id, version, state, asked_at, until, answered_at)
    values (${id}, ${room!.replace('/api/squads/', '')}, ${guest.userId}, 1, ${state}, now(), now() + interval '10 minutes', now())`);
  return { holder: guest, path: `/api/sessions/${id}/stand-in` };
};

/** Creates a squad's chat with one message by the holder and one by the other member. */
const thread = async (path: string, body?: unknown) => {
  const { holder, path: room, mate } = await squad();
  const id = room.slice('/api/squads/'.length);
  for (const who of [holder, mate]) await postMessage(context.deps, who, { kind: 'squad', subjectId: id }, 'Hello');
  const page = await ask(holder, 'GET', `/api/threads/squad/${id}`);
  const { id: threadId } = (await page.json()) as { id: string };
  return { holder, path: `/api/threads/${threadId}${path}`, body, mate };
};

/** One case for each operation that requires a relation. The test fails if an operation has none. */
const CASES: Record<string, () => Promise<Case>> = {
  'GET /api/matches/{id}': async () => {
    const { holder, id } = await match();
    return { holder, path: `/api/matches/${id}` };
  },
  'POST /api/matches/{id}/response': async () => {
    const { holder, id } = await match();
    return { holder, path: `/api/matches/${id}/response`, body: accept };
  },
  'GET /api/matches/{id}/calendar.ics': async () => {
    const { holder, id } = await match(true);
    return { holder, path: `/api/matches/${id}/calendar.ics` };
  },
  'POST /api/matches/{id}/feedback': async () => {
    const { holder, id } = await match(true);
    const yesterday = new Date(Date.now() - DAY_MS);
    const session = { start: new Date(yesterday.getTime() - 7_200_000).toISOString(), end: yesterday.toISOString() };
    await context.deps.db.execute(
      sql`update matches set sessions = ${JSON.stringify([session])}::jsonb where id = ${id}`,
    );
    return { holder, path: `/api/matches/${id}/feedback`, body: { took_place: true } };
  },
  'GET /api/squads/{id}': () => squad(),
  'GET /api/squads/{id}/calendar.ics': () => squad('/calendar.ics'),
  'PATCH /api/squads/{id}': () => squad('', { name: 'Tide' }),
  'PUT /api/squads/{id}/captain': async () => {
    const { mate, ...held } = await squad('/captain');
    return { ...held, body: { user_id: mate.userId } };
  },
  'GET /api/squads/{id}/players': () => squad('/players?name=player'),
  'POST /api/squads/{id}/invitations': async () =>
    squad('/invitations', { user_id: (await makePlayer(context.deps)).userId }),
  'DELETE /api/squads/{id}/invitations/{user}': async () =>
    squad(`/invitations/${(await makePlayer(context.deps)).userId}`),
  'PUT /api/squads/{id}/page': () => squad('/page'),
  'DELETE /api/squads/{id}/page': () => squad('/page'),
  'PUT /api/squads/{id}/page/consent': () => squad('/page/consent', { shown: false }),
  'PUT /api/squads/{id}/link': () => squad('/link'),
  'DELETE /api/squads/{id}/link': () => squad('/link'),
  'PUT /api/squads/{id}/calendar-address': () => squad('/calendar-address'),
  'DELETE /api/squads/{id}/calendar-address': () => squad('/calendar-address'),
  'POST /api/squads/{id}/sessions': () => squad('/sessions', inThreeDays()),
  'PUT /api/squads/{id}/sessions/{session_id}/answer': () => session('/answer', { version: 1, answer: 'no' }),
  'PATCH /api/squads/{id}/sessions/{session_id}': () => session('', { ...inThreeDays(90), version: 1 }),
  'PUT /api/squads/{id}/sessions/{session_id}/check-in': () => session('/check-in', { version: 1 }, 20 * MINUTE_MS),
  'POST /api/squads/{id}/sessions/{session_id}/call-off': () => session('/call-off', { version: 1 }),
  'POST /api/squads/{id}/seek': async () => {
    // Unique languages, so that no player from another test is a fit.
    const languages = [`Argot ${crypto.randomUUID().slice(0, 8)}`];
    const [captain, mate] = [
      await makePlayer(context.deps, { languages }),
      await makePlayer(context.deps, { languages }),
    ];
    const { squadId } = await makeSquad(context.deps, [captain, mate]);
    await ask(mate, 'POST', `/api/squads/${squadId}/leave`, { reason: 'hours' });
    await makePlayer(context.deps, { languages, role: 'C' });
    return { holder: captain, path: `/api/squads/${squadId}/seek`, body: { seat: 'C' } };
  },
  'PUT /api/squads/{id}/sessions/{session_id}/games/{number}': () => liveSession('/games/1'),
  'PUT /api/squads/{id}/sessions/{session_id}/games/{number}/result': async () => {
    const held = await liveSession('/games/1');
    expect((await ask(held.holder, 'PUT', held.path)).status).toBe(200);
    return { ...held, path: `${held.path}/result`, body: { result: 'won' } };
  },
  'POST /api/squads/{id}/sessions/{session_id}/missing': async () => {
    const held = await liveSession('/missing');
    return { ...held, body: { version: 1, user_id: held.mate.userId } };
  },
  'PUT /api/squads/{id}/voice': () => squad('/voice', { url: 'discord.gg/rim-runners' }),
  'PUT /api/squads/{id}/gamertag': () => squad('/gamertag', { kind: 'psn', value: 'rim-runner' }),
  'POST /api/squads/{id}/run-back': async () => {
    const { path, ...held } = await played();
    const [, room, id] = /(.*)\/sessions\/(.*)/.exec(path)!;
    return { ...held, path: `${room}/run-back`, body: { session_id: id, kind: 'now' } };
  },
  'GET /api/sessions/{id}': async () => {
    const { path, ...held } = await session('', undefined);
    return { ...held, path: path.replace(/.*\/sessions\//, '/api/sessions/') };
  },
  'PUT /api/sessions/{id}/feedback': async () => {
    const { path, ...held } = await played();
    const id = path.replace(/.*\//, '');
    return { ...held, path: `/api/sessions/${id}/feedback`, body: { took_place: true } };
  },
  'GET /api/sessions/{id}/games': async () => {
    const { path, ...held } = await liveSession('');
    return { ...held, path: path.replace(/.*\/sessions\//, '/api/sessions/').concat('/games') };
  },
  'POST /api/sessions/{id}/games': async () => {
    const { path, ...held } = await liveSession('');
    const sessionPath = path.replace(/.*\/sessions\//, '/api/sessions/');
    return { ...held, path: `${sessionPath}/games`, body: reportBy(held.holder) };
  },
  'GET /api/games/{id}': () => game(''),
  'POST /api/games/{id}/confirmation': async () => {
    const { mate, ...held } = await game('/confirmation', { version: 1 });
    return { ...held, holder: mate };
  },
  'POST /api/games/{id}/correction': () => game('/correction', { version: 1, outcome: 'lost' }),
  'POST /api/games/{id}/dispute': async () => {
    const { mate, ...held } = await game('/dispute', { version: 1, claim: null });
    return { ...held, holder: mate };
  },
  'PUT /api/games/{id}/evidence': async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await createGoodPicture('png'))], 'score.png', { type: 'image/png' }));
    return { ...(await game('/evidence')), body: form };
  },
  'POST /api/squads/{id}/sessions/{session_id}/stand-ins': () => session('/stand-ins', { version: 1 }),
  'POST /api/squads/{id}/sessions/{session_id}/stand-ins/stop': async () => {
    const held = await session('/stand-ins', { version: 1 });
    expect((await ask(held.holder, 'POST', held.path, held.body)).status).toBe(200);
    return { ...held, path: `${held.path}/stop` };
  },
  'PUT /api/sessions/{id}/stand-in': async () => ({ ...(await short('asked')), body: { version: 1, ...accept } }),
  'POST /api/sessions/{id}/stand-in/leave': async () => {
    const { path, holder } = await short('in');
    return { holder, path: `${path}/leave`, body: { version: 1 } };
  },
  'PUT /api/sessions/{id}/stand-in/check-in': async () => {
    const { path, holder } = await short('in', 20 * MINUTE_MS);
    return { holder, path: `${path}/check-in`, body: { version: 1 } };
  },
  'POST /api/squads/{id}/leave': () => squad('/leave', { reason: 'hours' }),
  'DELETE /api/squads/{id}': () => squad(),
  'POST /api/queue/checks/{id}/shown': () => check('shown', {}),
  'POST /api/queue/checks/{id}/answer': () => check('answer', { answer: 'ready' }),
  'GET /api/threads/{kind}/{id}': async () => {
    const { path, ...held } = await squad();
    return { ...held, path: path.replace('/api/squads/', '/api/threads/squad/') };
  },
  'POST /api/threads/{id}/messages': () => thread('/messages', { client_id: crypto.randomUUID(), text: 'Hello' }),
  'PATCH /api/threads/{id}/messages/{seq}': () => thread('/messages/1', { text: 'Hello there' }),
  'DELETE /api/threads/{id}/messages/{seq}': () => thread('/messages/1'),
  'POST /api/threads/{id}/messages/{seq}/report': () => thread('/messages/2/report', {}),
  'PUT /api/threads/{id}/read': () => thread('/read', { seq: 2 }),
  'PUT /api/threads/{id}/mutes/{user}': async () => {
    const { mate, path, ...held } = await thread('/mutes/');
    return { ...held, path: `${path}${mate.userId}`, body: { muted: true } };
  },
  'POST /functions/v1/notify': async () => {
    const { holder, id } = await match(true);
    return { holder, path: '/functions/v1/notify', body: { matchId: id } };
  },
  'PATCH /api/milestones/{id}': async () => {
    const { holder, id } = await milestone();
    return { holder, path: `/api/milestones/${id}`, body: { done: true } };
  },
  'DELETE /api/notifications/push/devices/{id}': async () => {
    const holder = await makePlayer(context.deps);
    const { public_key } = (await (await ask(holder, 'GET', '/api/notifications/push')).json()) as {
      public_key: string;
    };
    // Any point on the curve works as the browser's key, because nothing is sent to it.
    const keys = { p256dh: public_key, auth: 'A'.repeat(22) };
    const subscription = { endpoint: `https://push.example/${holder.userId}`, keys };
    const answer = await ask(holder, 'POST', '/api/notifications/push/devices', { subscription });
    const { devices } = (await answer.json()) as { devices: { id: string }[] };
    return { holder, path: `/api/notifications/push/devices/${devices[0]!.id}` };
  },
  'DELETE /api/milestones/{id}': async () => {
    const { holder, id } = await milestone();
    return { holder, path: `/api/milestones/${id}` };
  },
  'PATCH /api/builds/{id}': async () => {
    const { holder, id } = await keptBuild();
    return { holder, path: `/api/builds/${id}`, body: { name: 'Wall' } };
  },
  'POST /api/calls/{id}/cancel': async () => {
    const holder = await withPlan(await makeUser(context.deps));
    const { slots } = (await (await ask(holder, 'GET', '/api/calls')).json()) as { slots: { startsAt: string }[] };
    const call = { startsAt: slots[0]!.startsAt, phone: '+12125550100', topic: 'Hello' };
    const { id } = (await (await ask(holder, 'POST', '/api/calls', call)).json()) as { id: string };
    return { holder, path: `/api/calls/${id}/cancel` };
  },
  'GET /api/support/requests/{id}': () => supportRequest(),
  'POST /api/support/requests/{id}/messages': () =>
    supportRequest('/messages', { id: crypto.randomUUID(), text: 'Hi' }),
  'POST /api/support/requests/{id}/solved': () => supportRequest('/solved'),
  'POST /api/builds/{id}/milestones': async () => {
    const { holder, id } = await keptBuild();
    return { holder, path: `/api/builds/${id}/milestones` };
  },
  'DELETE /api/builds/{id}': async () => {
    const { holder, id } = await keptBuild();
    return { holder, path: `/api/builds/${id}` };
  },
  'POST /storage/v1/object/move': async () => {
    const { holder, name } = await file();
    const body = { bucketId: BUCKET, sourceKey: name, destinationKey: `${holder.userId}/moved-${files}.txt` };
    return { holder, path: '/storage/v1/object/move', body };
  },
  'DELETE /storage/v1/object/{bucket}': async () => {
    const { holder, name } = await file();
    return { holder, path: `/storage/v1/object/${BUCKET}`, body: { prefixes: [name] } };
  },
  'DELETE /storage/v1/object/{bucket}/{path}': async () => {
    const { holder, name } = await file();
    return { holder, path: `/storage/v1/object/${BUCKET}/${name}` };
  },
};

const nameOf = ({ method, path }: OperationUnderTest) => `${method} ${path}`;

describe('row access', () => {
  test('has exactly one case for each operation that requires a relation', () => {
    expect(tied.map(nameOf).sort()).toEqual(Object.keys(CASES).sort());
  });

  test.each(Object.keys(CASES))('refuses a stranger and a visitor in %s, and serves the related user', async (name) => {
    const { holder, path, body } = await CASES[name]!();
    const method = name.split(' ')[0]!;
    expect((await ask(undefined, method, path, body)).status).toBe(401);
    const refused = await ask(stranger, method, path, body);
    const refusalText = await refused.text();
    // A bulk delete returns the deleted files. A stranger can't delete any.
    if (refused.status === 200) expect(refusalText).toBe('[]');
    else expect([400, 403, 404], refusalText).toContain(refused.status);
    const served = await ask(holder, method, path, body);
    const answer = await served.text();
    expect(served.status, answer).toBe(200);
    expect(answer).not.toBe('[]');
  });
});
