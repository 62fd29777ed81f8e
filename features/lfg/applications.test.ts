import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { limits } from '../accounts/rate-limits.rules.ts';
import { getMatch } from '../matches/matches.commands.ts';
import type { OwnParty } from '../matches/parties/parties.schema.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { setLanguage } from '../profiles/profiles.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { postMessage } from '../threads/threads.factory.ts';
import { closeListing } from './lfg.commands.ts';
import { makeListing } from './lfg.factory.ts';
import { MAX_PENDING } from './lfg.rules.ts';
import type { ListingOwnerSide, OwnLfg } from './lfg.schema.ts';

let context: TestContext;
let owner: Player;
let player: Player;

beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());
beforeEach(async () => {
  owner = await makePlayer(context.deps, { role: 'PG' });
  player = await makePlayer(context.deps, { role: 'C', flex_positions: ['PF'] });
});

type Caller = Player & { language?: string };

async function call(caller: Caller | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Accept-Language': caller?.language ?? 'en',
      ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const apply = (player: Player | undefined, id: string, body: unknown = {}) =>
  call(player, 'POST', `/api/lfg/listings/${id}/apply`, body);
const readSide = async (player: Player, id: string) =>
  (await call(player, 'GET', `/api/lfg/listings/${id}/mine`)).body as ListingOwnerSide;
const answer = (caller: Caller, id: string, verb: string) =>
  call(caller, 'POST', `/api/lfg/applications/${id}/${verb}`);
const runQuery = (text: string, values: unknown[]) => context.deps.database.pool.query(text, values);
const getRow = async (id: string) => (await runQuery('select * from lfg_applications where id = $1', [id])).rows[0];
/** Creates a listing whose only open seat is this one, and accepts the player into it. */
async function acceptPlayer(seat: 'C', needed_positions: ('C' | 'PF')[] = [seat]) {
  const id = await makeListing(context.deps, owner, { needed_positions });
  await apply(player, id, { position: seat });
  const { application } = await readSide(player, id);
  expect((await answer(owner, application!.id, 'accept')).status).toBe(200);
  return { id, applicationId: application!.id };
}
const titlesFor = async (player: Player) =>
  (await listOutbox(context.deps.db, player.userId)).map((message) => message.title);

describe('applying to a listing', () => {
  it('adds a pending application with its trimmed message and notifies the owner', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['PF', 'C'] });
    const response = await apply(player, id, { message: '  I rebound.  ' });
    expect(response).toEqual({ status: 200, body: { message: 'Application sent!' } });
    const { applicants } = await readSide(owner, id);
    expect(applicants).toMatchObject([
      {
        position: 'C',
        message: 'I rebound.',
        status: 'pending',
        profile: { id: player.userId, display_name: player.profile.display_name },
      },
    ]);
    expect(JSON.stringify(applicants)).not.toContain(player.email);
    expect(await titlesFor(owner)).toEqual([`${player.profile.display_name} applied as C`]);
  });

  it("answers in the request's language and notifies each player in their own", async () => {
    await setLanguage(context.deps, owner, 'fr');
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    const { display_name: name } = player.profile;
    expect((await apply(player, id)).body).toEqual({ message: 'Application sent!' });
    expect(await listOutbox(context.deps.db, owner.userId)).toMatchObject([
      { title: `${name} postule au poste C`, lines: [expect.stringMatching(/^Ton annonce/)] },
    ]);
    const { application } = await readSide(player, id);
    expect((await answer({ ...owner, language: 'fr' }, application!.id, 'accept')).body).toEqual({
      message: 'Joueur accepté',
    });
    expect(await listOutbox(context.deps.db, player.userId)).toMatchObject([
      { title: expect.stringMatching(/^You're in: /), lines: ['You were accepted as C.'] },
    ]);
  });

  it('accepts an empty message as none and refuses invalid messages', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    for (const [message, sentence] of [
      ['x'.repeat(501), 'Keep your message to 500 characters.'],
      ['<script>x</script>', "Use plain text. HTML tags aren't shown."],
      [7, 'Enter your message as text.'],
    ] as const) {
      const { status, body } = await apply(player, id, { message });
      expect(status).toBe(422);
      expect(body.error.message).toBe(sentence);
    }
    expect((await apply(player, id, { message: 'hi', applicant_id: owner.userId })).body.error.message).toBe(
      'Unknown fields: applicant_id.',
    );
    expect((await readSide(player, id)).application).toBeNull();
    expect((await apply(player, id, { message: '   ' })).status).toBe(200);
    expect((await readSide(player, id)).application?.message).toBeNull();
  });

  it('creates only one application when clicked twice at the same moment', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    const responses = await Promise.all([apply(player, id), apply(player, id)]);
    expect(responses.map((each) => each.status).sort()).toEqual([200, 409]);
    const secondResponse = await apply(player, id);
    expect(secondResponse.body.error).toMatchObject({ message: 'Already applied', field: 'application' });
    expect((await readSide(owner, id)).applicants).toHaveLength(1);
  });

  it('is limited to 20 an hour and says when to retry', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    const eager = await makePlayer(context.deps, { role: 'C' });
    await apply(eager, id);
    const { application } = await readSide(eager, id);
    for (let time = 1; time < limits.applications.points; time++) {
      await answer(eager, application!.id, 'withdraw');
      expect((await apply(eager, id)).status).toBe(200);
    }
    await answer(eager, application!.id, 'withdraw');
    const { status, body } = await apply(eager, id);
    expect(status).toBe(429);
    expect(body.error.message).toMatch(
      /^You've sent a lot of applications in the past hour\. Wait \d+ minutes before the next one\. Check the LFG page/,
    );
    expect((await apply(player, id)).status).toBe(200);
  });

  it('is limited to 40 pending applications, even when two are sent at once', async () => {
    const eager = await makePlayer(context.deps, { role: 'C' });
    const listings: string[] = [];
    let other = owner;
    for (let n = 0; n < MAX_PENDING + 2; n++) {
      if (n % 8 === 7) other = await makePlayer(context.deps);
      listings.push(await makeListing(context.deps, other, { needed_positions: ['C'] }));
    }
    const [first, ...rest] = listings;
    for (const id of rest.slice(0, MAX_PENDING - 1)) {
      await context.deps.database.pool.query(
        `insert into lfg_applications (listing_id, applicant_id, position, status, created_at)
         values ($1, $2, 'C', 'pending', now())`,
        [id, eager.userId],
      );
    }
    const responses = await Promise.all([apply(eager, first!), apply(eager, rest.at(-1)!)]);
    expect(responses.map((each) => each.status).sort()).toEqual([200, 409]);
    expect(responses.find((each) => each.status === 409)!.body.error.message).toMatch(
      /You have 40 applications waiting for an answer\. To send another, wait for an answer or withdraw one on its listing\./,
    );
    await context.deps.database.pool.query('update lfg_listings set expires_at = $2 where id = $1', [
      rest[0],
      new Date(Date.now() - 1000),
    ]);
    const again = responses[0]!.status === 409 ? first! : rest.at(-1)!;
    expect((await apply(eager, again)).status).toBe(200);
  });

  it("is refused for the user's own, closed, expired, missing and malformed listings", async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    expect((await apply(owner, id)).body.error.message).toBe("You can't apply to your own listing.");
    await closeListing(context.deps, owner, id);
    expect((await apply(player, id)).body.error.message).toBe('This listing is closed. Browse for another one.');
    expect((await apply(player, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await apply(player, 'abc')).status).toBe(422);
    const oldListing = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await context.deps.database.pool.query(
      `update lfg_listings set expires_at = now() - interval '1 second' where id = $1`,
      [oldListing],
    );
    expect((await apply(player, oldListing)).status).toBe(409);
  });

  it('reports a listing as closed when there is a block, without revealing it', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await context.deps.database.pool.query(
      `insert into player_blocks (blocker_id, blocked_id, kind) values ($1, $2, 'block')`,
      [owner.userId, player.userId],
    );
    expect((await apply(player, id)).body.error.message).toBe('This listing is closed. Browse for another one.');
  });

  it('is refused once all spots are filled', async () => {
    const { id } = await acceptPlayer('C');
    const rivalApplicant = await makePlayer(context.deps, { role: 'C' });
    const { status, body } = await apply(rivalApplicant, id);
    expect([status, body.error.message]).toEqual([409, 'All spots are filled. Check out other listings.']);
  });

  it('is refused with an error at the position field when the chosen spot is filled', async () => {
    const { id } = await acceptPlayer('C', ['C', 'PF']);
    const rivalApplicant = await makePlayer(context.deps, { role: 'PF' });
    const { status, body } = await apply(rivalApplicant, id, { position: 'C' });
    expect([status, body.error]).toEqual([
      409,
      expect.objectContaining({ field: 'position', message: 'This spot is already taken. Choose another position.' }),
    ]);
  });

  it('requires sign-in and completed onboarding', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    expect((await apply(undefined, id)).status).toBe(401);
    const rookie = (await makeUser(context.deps)) as Player;
    expect((await apply(rookie, id)).status).toBe(403);
  });

  it("takes the chosen seat, or one that fits the player's positions, or the first free one", async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['SG', 'PF', 'C'] });
    expect((await apply(player, id, { position: 'PG' })).body.error.message).toBe(
      'This spot is already taken. Choose another position.',
    );
    await apply(player, id, { position: 'PF' });
    expect((await readSide(player, id)).application?.position).toBe('PF');
    const flexible = await makePlayer(context.deps, { role: 'PG', flex_positions: ['PF'] });
    await apply(flexible, id);
    expect((await readSide(flexible, id)).application?.position).toBe('PF');
    const guard = await makePlayer(context.deps, { role: 'PG' });
    await apply(guard, id);
    expect((await readSide(guard, id)).application?.position).toBe('SG');
  });
});

describe("owner's decision about an applicant", () => {
  async function applyAsPlayer(seats: ('PF' | 'C')[] = ['C']) {
    const id = await makeListing(context.deps, owner, { needed_positions: seats });
    await apply(player, id);
    const application = (await readSide(owner, id)).applicants[0]!;
    return { id, application };
  }

  it('fills the seat and notifies the player when the owner accepts', async () => {
    const { id, application } = await applyAsPlayer();
    expect((await answer(owner, application.id, 'accept')).body).toEqual({ message: 'Player accepted' });
    expect((await readSide(player, id)).application?.status).toBe('accepted');
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body.filled_positions).toEqual(['C']);
    expect(await titlesFor(player)).toContainEqual(expect.stringMatching(/^You're in: /));
  });

  it('notifies the player and prevents another application when the owner declines', async () => {
    const { id, application } = await applyAsPlayer();
    expect((await answer(owner, application.id, 'decline')).status).toBe(200);
    expect(await titlesFor(player)).toContainEqual(expect.stringMatching(/^Not this time: /));
    expect((await apply(player, id)).body.error.message).toBe('Already applied');
    expect((await answer(owner, application.id, 'accept')).body.error.message).toBe(
      'This application was already declined.',
    );
  });

  it('is idempotent and sends nothing when repeated', async () => {
    const { application } = await applyAsPlayer();
    await answer(owner, application.id, 'accept');
    expect((await answer(owner, application.id, 'accept')).status).toBe(200);
    expect((await titlesFor(player)).filter((title) => title.startsWith("You're in"))).toHaveLength(1);
  });

  it('is limited to the owner', async () => {
    const { application } = await applyAsPlayer();
    const stranger = await makePlayer(context.deps);
    for (const verb of ['accept', 'decline']) {
      expect((await answer(stranger, application.id, verb)).status).toBe(403);
      expect((await answer(player, application.id, verb)).status).toBe(403);
    }
    expect((await answer(stranger, application.id, 'withdraw')).status).toBe(403);
    expect((await answer(owner, '00000000-0000-4000-8000-000000000000', 'accept')).status).toBe(404);
  });

  it('gives a seat to only one of two players accepted at the same moment', async () => {
    const { id, application } = await applyAsPlayer();
    const rivalApplicant = await makePlayer(context.deps, { role: 'C' });
    await apply(rivalApplicant, id);
    const other = (await readSide(owner, id)).applicants.find((each) => each.profile?.id === rivalApplicant.userId)!;
    const responses = await Promise.all([answer(owner, application.id, 'accept'), answer(owner, other.id, 'accept')]);
    expect(responses.map((each) => each.status).sort()).toEqual([200, 409]);
    expect((await readSide(owner, id)).applicants.filter((each) => each.status === 'accepted')).toHaveLength(1);
  });

  it('can only be a decline when the listing is closed', async () => {
    const { id, application } = await applyAsPlayer();
    await closeListing(context.deps, owner, id);
    expect((await answer(owner, application.id, 'accept')).body.error.message).toBe(
      "This listing is no longer active, so you can't accept anyone.",
    );
    expect((await getRow(application.id)).status).toBe('pending');
    expect((await answer(owner, application.id, 'decline')).status).toBe(200);
    expect(await getRow(application.id)).toMatchObject({ status: 'declined', decided_at: expect.any(Date) });
  });

  it('refuses a second player for a filled seat', async () => {
    const { id, application } = await applyAsPlayer();
    const rivalApplicant = await makePlayer(context.deps, { role: 'C' });
    await apply(rivalApplicant, id);
    const other = (await readSide(owner, id)).applicants.find((each) => each.profile?.id === rivalApplicant.userId)!;
    await answer(owner, application.id, 'accept');
    expect((await answer(owner, other.id, 'accept')).body.error.message).toBe(
      'This spot is already filled. Decline, or ask about another position.',
    );
    expect((await readSide(owner, id)).applicants).toMatchObject([{ status: 'accepted' }, { status: 'pending' }]);
  });

  it('updates open pages only when something changed', async () => {
    const { id, application } = await applyAsPlayer();
    const revs: number[] = [];
    const readRev = async () => {
      const { rows } = await runQuery(`select rev from live_topics where kind = 'listing' and id = $1`, [id]);
      revs.push(rows[0].rev);
    };
    await readRev();
    for (const [user, verb] of [
      [owner, 'accept'],
      [owner, 'accept'],
      [player, 'withdraw'],
      [player, 'withdraw'],
    ] as const) {
      await answer(user, application.id, verb);
      await readRev();
    }
    const [before, takenRevs, again, withdrawnRev, onceMore] = revs;
    expect([again, onceMore]).toEqual([takenRevs, withdrawnRev]);
    expect(takenRevs).toBeGreaterThan(before!);
    expect(withdrawnRev).toBeGreaterThan(takenRevs!);
  });

  it('returns 404 once the listing is deleted', async () => {
    const { id, application } = await applyAsPlayer();
    await runQuery(`update lfg_listings set status = 'closed', deleted_at = now() where id = $1`, [id]);
    for (const [user, verb] of [
      [owner, 'accept'],
      [owner, 'decline'],
      [player, 'withdraw'],
    ] as const) {
      const { status, body } = await answer(user, application.id, verb);
      expect([status, body.error.message]).toEqual([404, 'Application not found.']);
    }
    expect((await getRow(application.id)).status).toBe('pending');
  });

  it('shows applicants only to the owner', async () => {
    const { id } = await applyAsPlayer();
    const stranger = await makePlayer(context.deps);
    expect(await readSide(stranger, id)).toEqual({
      mine: false,
      application: null,
      applicants: [],
      can_become_squad: false,
      can_become_party: false,
      browsable: true,
      hidden: null,
    });
  });
});

describe('withdrawing an application', () => {
  it('allows the player to apply again', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await apply(player, id);
    const { application } = await readSide(player, id);
    expect((await answer(player, application!.id, 'withdraw')).status).toBe(200);
    expect((await readSide(owner, id)).applicants).toEqual([]);
    expect((await answer(owner, application!.id, 'accept')).body.error.message).toBe(
      'The player withdrew this application.',
    );
    expect((await apply(player, id)).status).toBe(200);
    expect(await titlesFor(owner)).toEqual([`${player.profile.display_name} applied as C`]);
  });

  it('keeps the unread chat message for the owner but not the application text', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await apply(player, id, { message: 'I rebound.' });
    const { application } = await readSide(player, id);
    await postMessage(context.deps, player, { kind: 'application', subjectId: application!.id }, 'Are you there?');
    await answer(player, application!.id, 'withdraw');
    const { body } = await call(owner, 'GET', '/api/lfg/mine');
    expect((body as OwnLfg).listings[0]!.unread).toBe(1);
    expect((await readSide(owner, id)).applicants).toMatchObject([{ status: 'withdrawn', message: null, unread: 1 }]);
  });

  it('allows a new application with a new message', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['PF', 'C'] });
    await apply(player, id, { message: 'First' });
    const { application } = await readSide(player, id);
    await answer(player, application!.id, 'withdraw');
    expect(await getRow(application!.id)).toMatchObject({ status: 'withdrawn', decided_at: expect.any(Date) });
    await apply(player, id, { message: 'Second', position: 'PF' });
    expect(await getRow(application!.id)).toMatchObject({
      status: 'pending',
      message: 'Second',
      position: 'PF',
      decided_at: null,
    });
    const [notification] = await listOutbox(context.deps.db, owner.userId);
    expect(notification!.lines).toEqual([expect.stringMatching(/^Listing: /), 'Message: First']);
  });

  it('is limited to the applicant, is idempotent and does not undo a decline', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await apply(player, id);
    const { application } = await readSide(player, id);
    expect((await answer(owner, application!.id, 'withdraw')).body.error.message).toBe("This isn't your application.");
    for (let n = 0; n < 2; n += 1) expect((await answer(player, application!.id, 'withdraw')).status).toBe(200);
    await apply(player, id);
    await answer(owner, application!.id, 'decline');
    expect((await answer(player, application!.id, 'withdraw')).body.error.message).toBe(
      'This application was already declined.',
    );
    expect((await titlesFor(owner)).filter((title) => title.includes('is free again'))).toEqual([]);
  });

  it('frees the seat of an accepted player and notifies the owner', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    await apply(player, id);
    const { application } = await readSide(player, id);
    await answer(owner, application!.id, 'accept');
    await answer(player, application!.id, 'withdraw');
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body.filled_positions).toEqual([]);
    expect(await titlesFor(owner)).toContain('Your C spot is open again');
    const openMessage = (await listOutbox(context.deps.db, owner.userId)).find(({ title }) =>
      title.includes('open again'),
    );
    expect(openMessage!.lines[0]).toContain(`${player.profile.display_name} left the listing`);
  });
});

describe('filled listing', () => {
  async function fillListing(seats: ('SG' | 'SF' | 'PF' | 'C')[]) {
    const id = await makeListing(context.deps, owner, { needed_positions: seats });
    const players: Player[] = [];
    for (const position of seats) {
      const applicant = await makePlayer(context.deps, { role: position });
      await apply(applicant, id);
      const { application } = await readSide(applicant, id);
      await answer(owner, application!.id, 'accept');
      players.push(applicant);
    }
    return { id, players };
  }

  it('becomes a squad of five through a mutual match between its players', async () => {
    const { id, players } = await fillListing(['SG', 'SF', 'PF', 'C']);
    const latePlayer = await makePlayer(context.deps, { role: 'C' });
    await context.deps.database.pool.query(
      `insert into lfg_applications (listing_id, applicant_id, position, status) values ($1, $2, 'C', 'pending')`,
      [id, latePlayer.userId],
    );
    expect((await readSide(owner, id)).can_become_squad).toBe(true);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/squad`)).status).toBe(200);
    const { rows } = await context.deps.database.pool.query(
      'select * from matches where id = (select match_id from lfg_listings where id = $1)',
      [id],
    );
    expect(rows[0]).toMatchObject({ type: 'nba2k_squad5', status: 'mutual' });
    expect([...rows[0].member_ids].sort()).toEqual([owner, ...players].map((each) => each.userId).sort());
    expect(rows[0].positions[owner.userId]).toBe('PG');
    const card = await getMatch(context.deps, toActor(players[0]!), rows[0].id);
    expect(card.explanation).toMatch(/^You found each other through the listing /);
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body).toMatchObject({
      status: 'closed',
      match_id: rows[0].id,
    });
    expect(await titlesFor(players[0]!)).toContain('Your squad is on: all five accepted');
    expect(await titlesFor(latePlayer)).toContainEqual(expect.stringMatching(/^Not this time/));
    expect((await readSide(latePlayer, id)).application?.status).toBe('declined');
    expect(await readSide(owner, id)).toMatchObject({ can_become_squad: false, browsable: false });
    const { application } = await readSide(players[0]!, id);
    const notice = 'This group is already a squad. Answer the match instead.';
    expect((await answer(owner, application!.id, 'decline')).body.error.message).toBe(notice);
    expect((await answer(players[0]!, application!.id, 'withdraw')).body.error.message).toBe(notice);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/squad`)).body.error.message).toBe(
      'This listing is already a squad. See your matches.',
    );
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/reopen`)).status).toBe(409);
  });

  it('gives the owner a free position when their own is filled', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['PG'] });
    const guard = await makePlayer(context.deps, { role: 'PG' });
    await apply(guard, id);
    await answer(owner, (await readSide(guard, id)).application!.id, 'accept');
    await call(owner, 'POST', `/api/lfg/listings/${id}/squad`);
    const { rows } = await runQuery(
      'select positions from matches where id = (select match_id from lfg_listings where id = $1)',
      [id],
    );
    expect(rows[0].positions).toEqual({ [guard.userId]: 'PG', [owner.userId]: 'SG' });
  });

  it('becomes a pair when it needed one player', async () => {
    const { id } = await fillListing(['C']);
    await call(owner, 'POST', `/api/lfg/listings/${id}/squad`);
    const { rows } = await context.deps.database.pool.query(
      'select type from matches where id = (select match_id from lfg_listings where id = $1)',
      [id],
    );
    expect(rows[0]).toEqual({ type: 'nba2k_pair' });
  });

  it('cannot become a squad with a free seat, with three or four players or for a stranger', async () => {
    const free = await makeListing(context.deps, owner, { needed_positions: ['C'] });
    expect((await readSide(owner, free)).can_become_squad).toBe(false);
    expect((await call(owner, 'POST', `/api/lfg/listings/${free}/squad`)).status).toBe(409);
    const { id } = await fillListing(['SG', 'C']);
    expect((await readSide(owner, id)).can_become_squad).toBe(false);
    expect((await call(player, 'POST', `/api/lfg/listings/${id}/squad`)).status).toBe(403);
  });

  it.each([
    ['three', ['SG', 'C']],
    ['four', ['SG', 'SF', 'C']],
  ] as const)('closes and becomes a party of %s that queues together', async (_, seats) => {
    const { id, players } = await fillListing([...seats]);
    expect(await readSide(owner, id)).toMatchObject({ can_become_party: true, can_become_squad: false });
    expect((await call(player, 'POST', `/api/lfg/listings/${id}/party`)).status).toBe(403);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/party`)).status).toBe(200);
    const { party } = (await call(players[0]!, 'GET', '/api/party')).body as OwnParty;
    // The party also becomes a squad.
    const squad = (await call(players[1]!, 'GET', `/api/squads/${party!.squad_id}`)).body as { members: object[] };
    expect(squad.members).toHaveLength(party!.members.length);
    expect(party!.members.map((member) => member.id).sort()).toEqual(
      [owner, ...players].map((each) => each.userId).sort(),
    );
    expect(party!.members[0]).toMatchObject({ id: owner.userId, leader: true });
    expect(party).toMatchObject({ queues: true, you_lead: false });
    expect(await titlesFor(players[1]!)).toContain("You're a party now");
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body).toMatchObject({ status: 'closed' });
    expect((await readSide(owner, id)).can_become_party).toBe(false);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/party`)).status).toBe(409);
    await call(owner, 'DELETE', '/api/party');
  });

  it('stays closed after becoming a party and cannot become one again', async () => {
    const { id, players } = await fillListing(['SG', 'C']);
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body.complete).toBe(false);
    await call(owner, 'POST', `/api/lfg/listings/${id}/party`);
    await call(owner, 'DELETE', '/api/party');
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/reopen`)).body.error.message).toBe(
      "You can't reopen this listing. Post a new one.",
    );
    const { application } = await readSide(players[0]!, id);
    const notice = 'This group is already a party. Players can leave it on the matches page.';
    expect((await answer(owner, application!.id, 'decline')).body.error.message).toBe(notice);
    expect((await answer(players[0]!, application!.id, 'withdraw')).body.error.message).toBe(notice);
    expect((await call(owner, 'POST', `/api/lfg/listings/${id}/party`)).body.error.message).toBe(
      'This listing is already a party. See your matches.',
    );
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body).toMatchObject({
      status: 'closed',
      complete: true,
      filled_positions: ['SG', 'C'],
    });
  });

  it('cannot become a party with a free seat or with a member of another party', async () => {
    const free = await makeListing(context.deps, owner, { needed_positions: ['SG', 'C'] });
    expect((await readSide(owner, free)).can_become_party).toBe(false);
    expect((await call(owner, 'POST', `/api/lfg/listings/${free}/party`)).status).toBe(409);
    const { id: pair } = await fillListing(['C']);
    expect((await readSide(owner, pair)).can_become_party).toBe(false);
    expect((await call(owner, 'POST', `/api/lfg/listings/${pair}/party`)).status).toBe(409);
    const { id, players } = await fillListing(['PF', 'C']);
    const other = await makePlayer(context.deps);
    await call(players[0]!, 'POST', '/api/party/invitations', { user_id: other.userId });
    const refusal = await call(owner, 'POST', `/api/lfg/listings/${id}/party`);
    expect([refusal.status, refusal.body.error.message]).toEqual([
      409,
      expect.stringContaining('is in another party right now and has to leave it first.'),
    ]);
    expect((await call(undefined, 'GET', `/api/lfg/listings/${id}`)).body).toMatchObject({ status: 'active' });
  });
});

it("lists a user's own listings and applications together", async () => {
  const ownListing = await makeListing(context.deps, player, { title: 'my listing', boost: true });
  const othersListing = await makeListing(context.deps, owner, { title: 'their listing', needed_positions: ['C'] });
  await apply(player, othersListing);
  await apply(owner, ownListing);
  const { body } = await call(player, 'GET', '/api/lfg/mine');
  expect((body as OwnLfg).listings).toMatchObject([{ title: 'my listing', pending: 1 }]);
  expect((body as OwnLfg).applications).toMatchObject([
    { title: 'their listing', owner_name: owner.profile.display_name, status: 'pending', listing_status: 'active' },
  ]);
  expect((body as OwnLfg).boost_available_at).not.toBeNull();
  expect((body as OwnLfg).boosts_freely).toBe(false);
});

it('hides a listing from Browse when it is closed or there is a block', async () => {
  const id = await makeListing(context.deps, owner, { needed_positions: ['C'] });
  await apply(player, id, { message: 'Hello', position: 'C' });
  const { application, browsable } = await readSide(player, id);
  expect(application).toEqual({ id: expect.any(String), status: 'pending', position: 'C', message: 'Hello' });
  expect(browsable).toBe(true);
  expect((await readSide(player, '00000000-0000-4000-8000-000000000000')).browsable).toBe(false);
  await runQuery(`insert into player_blocks (blocker_id, blocked_id, kind) values ($1, $2, 'block')`, [
    player.userId,
    owner.userId,
  ]);
  expect((await readSide(player, id)).browsable).toBe(false);
  expect(await readSide(owner, id)).toMatchObject({ mine: true, browsable: true });
  await closeListing(context.deps, owner, id);
  expect((await readSide(owner, id)).browsable).toBe(false);
  const { body } = await call(player, 'GET', '/api/lfg/mine');
  expect((body as OwnLfg).applications).toMatchObject([
    { listing_id: id, listing_status: 'closed', status: 'pending' },
  ]);
  expect(body).toMatchObject({ listings: [], boost_available_at: null });
});
