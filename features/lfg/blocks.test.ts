import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { formMatch } from '../matches/match-groups.commands.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { closeListing } from './lfg.commands.ts';
import { makeListing } from './lfg.factory.ts';
import type { ListingOwnerSide, OwnLfg } from './lfg.schema.ts';

type Seat = 'SG' | 'SF' | 'PF' | 'C';

let context: TestContext;
let owner: Player;
let center: Player;
let forward: Player;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  owner = await makePlayer(context.deps, { role: 'PG' });
  center = await makePlayer(context.deps, { role: 'C' });
  forward = await makePlayer(context.deps, { role: 'PF' });
});

async function call(player: Player, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const block = (player: Player, target: Player) =>
  call(player, 'PUT', `/api/profiles/${target.userId}/block`, { kind: 'block' }).then(({ status }) =>
    expect(status).toBe(200),
  );
const readSide = async (player: Player, id: string) =>
  (await call(player, 'GET', `/api/lfg/listings/${id}/mine`)).body as ListingOwnerSide;
const answer = (player: Player, application: string, verb: string) =>
  call(player, 'POST', `/api/lfg/applications/${application}/${verb}`);
const titlesFor = async (player: Player) =>
  (await listOutbox(context.deps.db, player.userId)).map((message) => message.title);
const listSeats = async (id: string) => (await call(owner, 'GET', `/api/lfg/listings/${id}`)).body.filled_positions;

async function applyTo(player: Player, id: string): Promise<string> {
  expect((await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {})).status).toBe(200);
  return (await readSide(player, id)).application!.id;
}
async function acceptApplicant(player: Player, id: string): Promise<string> {
  const application = await applyTo(player, id);
  expect((await answer(owner, application, 'accept')).status).toBe(200);
  return application;
}
const createListing = (seats: Seat[]) => makeListing(context.deps, owner, { needed_positions: seats });
const CANNOT_JOIN = "You can't accept this player right now. Choose someone else or try again later.";
/** Words that would give a block away. */
const BLOCK_WORD = /block/i;

describe('block between owner and applicant', () => {
  it('declines a pending application without a message when the owner blocks', async () => {
    const id = await createListing(['C']);
    await applyTo(center, id);
    const before = await titlesFor(center);
    await block(owner, center);
    expect((await readSide(owner, id)).applicants.filter((each) => each.status === 'pending')).toEqual([]);
    const { applications } = (await call(center, 'GET', '/api/lfg/mine')).body as OwnLfg;
    expect(applications).toMatchObject([{ status: 'declined' }]);
    expect(await titlesFor(center)).toEqual(before);
  });

  it('withdraws a pending application without a message when the applicant blocks', async () => {
    const id = await createListing(['C']);
    await applyTo(center, id);
    const before = await titlesFor(owner);
    await block(center, owner);
    expect((await readSide(owner, id)).applicants).toEqual([]);
    expect(await titlesFor(owner)).toEqual(before);
  });

  it('frees an accepted seat with the usual message', async () => {
    const reopenedListing = await createListing(['C', 'PF']);
    await acceptApplicant(center, reopenedListing);
    await block(center, owner);
    expect(await listSeats(reopenedListing)).toEqual([]);
    expect(await titlesFor(owner)).toContain('Your C spot is open again');
    await acceptApplicant(forward, reopenedListing);
    await block(owner, forward);
    expect(await listSeats(reopenedListing)).toEqual([]);
    expect(await titlesFor(forward)).toContainEqual(expect.stringMatching(/^Not this time/));
    const messages = JSON.stringify([
      await listOutbox(context.deps.db, owner.userId),
      await listOutbox(context.deps.db, forward.userId),
    ]);
    expect(messages).not.toMatch(BLOCK_WORD);
  });

  it('revokes an accepted seat without a message when the listing is closed', async () => {
    const id = await createListing(['C', 'PF']);
    await acceptApplicant(center, id);
    await closeListing(context.deps, owner, id);
    const before = [await titlesFor(owner), await titlesFor(center)];
    await block(owner, center);
    expect((await readSide(center, id)).application?.status).toBe('declined');
    expect([await titlesFor(owner), await titlesFor(center)]).toEqual(before);
  });

  it('does not affect a group that is already a squad', async () => {
    const id = await createListing(['C']);
    await acceptApplicant(center, id);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/squad`)).status).toBe(200);
    await block(owner, center);
    expect((await readSide(center, id)).application?.status).toBe('accepted');
  });

  it('ends only the applications between the two, and an avoid ends no applications', async () => {
    const id = await createListing(['C', 'PF']);
    await applyTo(center, id);
    await applyTo(forward, id);
    await block(owner, forward);
    await call(owner, 'PUT', `/api/profiles/${center.userId}/block`, { kind: 'avoid' });
    expect((await readSide(center, id)).application?.status).toBe('pending');
  });
});

describe('applicants with a block between them', () => {
  it('cannot both be accepted, and the refusal does not reveal the block', async () => {
    const id = await createListing(['C', 'PF']);
    await acceptApplicant(center, id);
    const application = await applyTo(forward, id);
    await block(forward, center);
    const refusal = await answer(owner, application, 'accept');
    expect(refusal).toMatchObject({ status: 409, body: { error: { message: CANNOT_JOIN } } });
    const hiddenPlayer = await makePlayer(context.deps, { role: 'PF' });
    const other = await applyTo(hiddenPlayer, id);
    await context.deps.database.pool.query('update protocol_profiles set published = false where id = $1', [
      hiddenPlayer.userId,
    ]);
    expect(await answer(owner, other, 'accept')).toEqual(refusal);
  });

  it("can't become a squad until one of them loses the seat", async () => {
    const id = await createListing(['SG', 'SF', 'PF', 'C']);
    for (const role of ['SG', 'SF'] as const) await acceptApplicant(await makePlayer(context.deps, { role }), id);
    const applicationId = await acceptApplicant(forward, id);
    await acceptApplicant(center, id);
    await block(center, forward);
    const refusal = await call(owner, 'POST', `/api/lfg/listings/${id}/squad`);
    expect(refusal.status).toBe(409);
    expect(JSON.stringify(refusal.body)).not.toMatch(BLOCK_WORD);
    expect((await answer(owner, applicationId, 'decline')).status).toBe(200);
    const substitute = await makePlayer(context.deps, { role: 'PF' });
    await acceptApplicant(substitute, id);
    await context.deps.database.pool.query('update protocol_profiles set published = false where id = $1', [
      substitute.userId,
    ]);
    expect(await call(owner, 'POST', `/api/lfg/listings/${id}/squad`)).toEqual(refusal);
    await context.deps.database.pool.query('update protocol_profiles set published = true where id = $1', [
      substitute.userId,
    ]);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/squad`)).status).toBe(200);
    expect((await answer(owner, applicationId, 'accept')).status).toBe(409);
  });
});

// PostgreSQL only: the embedded database runs one transaction at a time.
describe.runIf(process.env.TEST_DATABASE === 'postgres')('block created while a group forms', () => {
  /** Creates a block and keeps its transaction open until the group waits for it or has formed. */
  async function expectBlockWins(player: Player, target: Player, form: () => Promise<{ status: number }>) {
    const { pool } = context.deps.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select 1 from auth.users where id = any ($1::uuid[]) order by id for no key update', [
      [player.userId, target.userId],
    ]);
    await client.query(
      `insert into player_blocks (blocker_id, blocked_id, kind, created_at) values ($1, $2, 'block', now())`,
      [player.userId, target.userId],
    );
    let isDone = false;
    const formation = form().finally(() => {
      isDone = true;
    });
    const listWaits = async () =>
      (
        await pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    while (!isDone && !(await listWaits())) await new Promise((resolve) => setTimeout(resolve, 10));
    await client.query('commit');
    client.release();
    return (await formation).status;
  }

  it('prevents the squad', async () => {
    const id = await createListing(['C']);
    await acceptApplicant(center, id);
    const formSquad = () => call(owner, 'POST', `/api/lfg/listings/${id}/squad`);
    expect(await expectBlockWins(center, owner, formSquad)).toBe(409);
  });

  it('prevents the party', async () => {
    const id = await createListing(['C', 'PF']);
    await acceptApplicant(center, id);
    await acceptApplicant(forward, id);
    const formParty = () => call(owner, 'POST', `/api/lfg/listings/${id}/party`);
    expect(await expectBlockWins(forward, center, formParty)).toBe(409);
  });
});

it('refuses a match when one player has blocked the other', async () => {
  await block(center, owner);
  const formation = context.deps.db.transaction((tx) =>
    formMatch(tx, context.deps, {
      seats: { [owner.userId]: 'PG', [center.userId]: 'C' },
      origin: { by: 'now' },
      leaderId: owner.userId,
    }),
  );
  await expect(formation).rejects.toThrow("One of the players can't be matched right now");
});
