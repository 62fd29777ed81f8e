import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { SAMPLE_PASSWORD, signInWithPassword } from './people.ts';
import { expectToast } from './ready.ts';
import { ask, type Made, makePublished } from './server-api.ts';

const player = (display_name: string, role: string) =>
  makePublished({ display_name, role, region: 'EU', platform: 'PC', modes: ['Rec'], timezone: 'Europe/Paris' });

async function open(browser: Browser, person: Made, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** A squad of two that found each other through a listing; the first captains it. */
async function squadOfTwo(captain: Made, mate: Made): Promise<{ id: string; name: string }> {
  const listing = { title: 'One big man', needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await ask<{ id: string }>(captain.token, 'POST', '/api/lfg/listings', listing);
  await ask(mate.token, 'POST', `/api/lfg/listings/${id}/apply`, { position: 'C' });
  type Side = { applicants: { id: string }[] };
  const { applicants } = await ask<Side>(captain.token, 'GET', `/api/lfg/listings/${id}/mine`);
  await ask(captain.token, 'POST', `/api/lfg/applications/${applicants[0]!.id}/accept`);
  await ask(captain.token, 'POST', `/api/lfg/listings/${id}/squad`);
  const { squads } = await ask<{ squads: { id: string; name: string }[] }>(captain.token, 'GET', '/api/squads');
  return squads[0]!;
}

test('a player is found by name, asked, and joins from the list of squads; another answers under the bell', async ({
  browser,
}) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy, dee] = await Promise.all([
    player(`Ada ${mark}`, 'PG'),
    player(`Ben ${mark}`, 'C'),
    player(`Cy ${mark}`, 'SF'),
    player(`Dee ${mark}`, 'PF'),
  ]);
  const squad = await squadOfTwo(ada, ben);
  const room = `/protocol/squads/${squad.id}`;
  const hers = await open(browser, ada, room);
  await hers.getByRole('button', { name: 'Invite players' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Invite players' });
  const search = dialog.getByLabel('Name of the player');
  await search.fill(mark.slice(0, 1));
  await expect(dialog.getByText('Type at least 2 characters of the name.')).toBeVisible();
  await search.fill(`nobody ${mark}`);
  await expect(dialog.getByText('No published player has this in their name.')).toBeVisible();
  await search.fill(mark);
  const found = dialog.getByRole('list', { name: 'Players found' });
  await expect(found.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('In the squad');
  await expectAccessible(hers);
  for (const name of [`Cy ${mark}`, `Dee ${mark}`]) {
    await dialog.getByRole('button', { name: `Invite ${name}` }).click();
    await expect(found.getByRole('listitem').filter({ hasText: name })).toContainText('Invited');
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  const invited = hers.getByRole('list', { name: 'Invited players' });
  await expect(invited.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(hers);

  const his = await open(browser, cy, '/protocol/squads');
  const invitations = his.getByRole('list', { name: 'Invitations to squads' });
  await expect(invitations).toContainText(`Ada ${mark} invites you to ${squad.name}, a squad of 2.`);
  await expectAccessible(his);
  await invitations.getByRole('button', { name: 'Join squad' }).click();
  await expectToast(his, 'You joined the squad');
  await expect(his.getByRole('list', { name: 'Your squads' })).toContainText(squad.name);
  await expect(invitations).toBeHidden();
  // The captain's page hears it without a reload.
  const roster = hers.getByRole('list', { name: 'Members of the squad' });
  await expect(roster).toContainText(`Cy ${mark}`);
  await expect(invited.getByRole('listitem')).toHaveCount(1);

  const theirs = await open(browser, dee, '/protocol/find');
  await theirs.getByRole('button', { name: /^Notifications/ }).click();
  const panel = theirs.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('heading', { name: `Ada ${mark} invites you to ${squad.name}` })).toBeVisible();
  await expectAccessible(theirs);
  await panel.getByRole('button', { name: 'Decline invitation' }).click();
  await expectToast(theirs, 'Invitation declined');
  await expect(invited).toBeHidden();
});

test('a link names who invites to a visitor, who signs in, comes back and joins; made anew, the old one ends', async ({
  browser,
}) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy] = await Promise.all([
    player(`Ada ${mark}`, 'PG'),
    player(`Ben ${mark}`, 'C'),
    player(`Cy ${mark}`, 'SF'),
  ]);
  const squad = await squadOfTwo(ada, ben);
  const hers = await open(browser, ada, `/protocol/squads/${squad.id}`);
  await hers.getByRole('button', { name: 'Invite players' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Invite players' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const shown = dialog.getByText(/\/protocol\/squads\/join\//);
  const link = new URL((await shown.textContent()) ?? '').pathname;
  await expectAccessible(hers);

  const his = await (await browser.newContext()).newPage();
  await his.goto(link);
  await expect(his.getByRole('heading', { level: 2, name: squad.name })).toBeVisible();
  await expect(his.getByText(`Ada ${mark} invites you.`)).toBeVisible();
  await expect(his.getByText('2 of at most 10 in it')).toBeVisible();
  await expectAccessible(his);
  await his.getByRole('link', { name: 'Sign in to join' }).click();
  await his.getByLabel('E-mail').fill(cy.email);
  await his.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD);
  await his.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(his).toHaveURL(link);
  await his.getByRole('button', { name: 'Join the squad' }).click();
  await expect(his).toHaveURL(`/protocol/squads/${squad.id}`);
  await expect(his.getByRole('list', { name: 'Members of the squad' }).getByRole('listitem')).toHaveCount(3);
  await expect(his.getByText('Two play at a time; these are your people.')).toBeVisible();
  await expectAccessible(his);
  await his.goto(link);
  await expect(his.getByText('You are in this squad already.')).toBeVisible();
  await expect(his.getByRole('link', { name: 'Open the squad room' })).toBeVisible();
  await expectAccessible(his);

  await dialog.getByRole('button', { name: 'New link' }).click();
  await expectToast(hers, 'The squad has a new link');
  await his.goto(link);
  await expect(his.getByText('This link does not work any more.')).toBeVisible();
  await expect(his.getByRole('link', { name: 'Find a group' })).toBeVisible();
  await expectAccessible(his);
});
