import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import type { BanScope } from '../moderation/ban-reasons.schema.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeListing } from './lfg.factory.ts';
import type { ListingOwnerSide } from './lfg.schema.ts';

let context: TestContext;
let admin: CreatedUser;
let owner: Player;
let center: Player;
let forward: Player;

beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
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
  expect([method, path, response.status]).toEqual([method, path, 200]);
  return response.json();
}
const requestDeletion = (player: Player) => call(player, 'POST', '/api/account/deletion');
const cancelDeletion = (player: Player) => call(player, 'DELETE', '/api/account/deletion');
const block = (player: Player, target: Player) =>
  call(player, 'PUT', `/api/profiles/${target.userId}/block`, { kind: 'block' });
async function ban({ userId }: Player, scope: BanScope) {
  const { after } = await context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId, reason: 'Spam', days: 30, scope }),
  );
  await after();
}
const readSide = (player: Player, id: string): Promise<ListingOwnerSide> =>
  call(player, 'GET', `/api/lfg/listings/${id}/mine`);
const getSeat = async (player: Player, id: string) => (await readSide(player, id)).application?.status;
const titlesFor = async (player: Player) =>
  (await listOutbox(context.deps.db, player.userId)).map(({ title }) => title);

async function applyTo(player: Player, id: string): Promise<string> {
  await call(player, 'POST', `/api/lfg/listings/${id}/apply`, {});
  return (await readSide(player, id)).application!.id;
}
async function seatPlayer(player: Player, id: string) {
  await call(owner, 'POST', `/api/lfg/applications/${await applyTo(player, id)}/accept`);
}
const createListing = () => makeListing(context.deps, owner, { needed_positions: ['C', 'PF'] });

test('restores a free seat to a player who cancels the account deletion', async () => {
  const id = await createListing();
  await seatPlayer(center, id);
  await requestDeletion(center);
  expect((await readSide(owner, id)).applicants).toEqual([]);
  await cancelDeletion(center);
  expect(await getSeat(center, id)).toBe('accepted');
  expect(await titlesFor(owner)).toContain('Your C is back');
});

const denials: [string, (id: string) => Promise<unknown>][] = [
  ['who has since been blocked by the owner', () => block(owner, center)],
  [
    'who now has a block with another player of the group',
    (id) => seatPlayer(forward, id).then(() => block(forward, center)),
  ],
  ['who has since been banned from applying', () => ban(center, 'applying')],
  ['who has since been banned from everything', () => ban(center, 'all')],
];
test.each(denials)('does not restore the seat of someone %s', async (_name, happens) => {
  const id = await createListing();
  await seatPlayer(center, id);
  await requestDeletion(center);
  await happens(id);
  await cancelDeletion(center);
  expect(await getSeat(center, id)).toBe('withdrawn');
  expect((await readSide(owner, id)).applicants.filter(({ position }) => position === 'C')).toEqual([]);
  expect(await titlesFor(owner)).not.toContain('Your C is back');
});

test('sends no update about a listing hidden by a ban when its owner restores the account', async () => {
  const title = 'A run that is hidden';
  const id = await makeListing(context.deps, owner, { title, needed_positions: ['C'] });
  await applyTo(center, id);
  await requestDeletion(owner);
  await ban(owner, 'listing');
  await cancelDeletion(owner);
  expect(await titlesFor(center)).toEqual([`Listing closed: ${title}`]);
});
