import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast } from './page-ready.ts';
import { callApi, fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { SAMPLE_PASSWORD, showPassword, signInWithPassword } from './sign-in-fixtures.ts';

const FIT = { region: 'EU', platform: 'PC', modes: ['Rec'], timezone: 'Europe/Paris' };
const makeNamedPlayer = (display_name: string, role: string) => makePublishedPlayer({ ...FIT, display_name, role });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

/** Creates a squad of two through a listing. The first player is the captain. */
async function createSquadOfTwo(captain: TestAccount, mate: TestAccount): Promise<{ id: string; name: string }> {
  const listing = { title: 'One big man', needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(captain.token, 'POST', '/api/lfg/listings', listing);
  await callApi(mate.token, 'POST', `/api/lfg/listings/${id}/apply`, { position: 'C' });
  type Side = { applicants: { id: string }[] };
  const { applicants } = await callApi<Side>(captain.token, 'GET', `/api/lfg/listings/${id}/mine`);
  await callApi(captain.token, 'POST', `/api/lfg/applications/${applicants[0]!.id}/accept`);
  await callApi(captain.token, 'POST', `/api/lfg/listings/${id}/squad`);
  const { squads } = await callApi<{ squads: { id: string; name: string }[] }>(captain.token, 'GET', '/api/squads');
  return squads[0]!;
}

test('invites players found by name and lets them answer in the squad list or the inbox', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy, dee] = await Promise.all([
    makeNamedPlayer(`Ada ${mark}`, 'PG'),
    makeNamedPlayer(`Ben ${mark}`, 'C'),
    makeNamedPlayer(`Cy ${mark}`, 'SF'),
    makeNamedPlayer(`Dee ${mark}`, 'PF'),
  ]);
  const squad = await createSquadOfTwo(ada, ben);
  const room = `/protocol/squads/${squad.id}`;
  const adaPage = await open(browser, ada, room);
  await adaPage.getByRole('button', { name: 'Invite players' }).click();
  const dialog = adaPage.getByRole('dialog', { name: 'Invite players' });
  const search = dialog.getByLabel('Player name');
  await search.fill(mark.slice(0, 1));
  await expect(dialog.getByText('Enter at least 2 characters of the name.')).toBeVisible();
  await search.fill(`nobody ${mark}`);
  await expect(dialog.getByText('No published profile matches that name.')).toBeVisible();
  await search.fill(mark);
  const found = dialog.getByRole('list', { name: 'Players found' });
  await expect(found.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('In the squad');
  await expectAccessible(adaPage);
  for (const name of [`Cy ${mark}`, `Dee ${mark}`]) {
    await dialog.getByRole('button', { name: `Invite ${name}` }).click();
    await expect(found.getByRole('listitem').filter({ hasText: name })).toContainText('Invited');
  }
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  const invitedList = adaPage.getByRole('list', { name: 'Invited players' });
  await expect(invitedList.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(adaPage);

  const cyPage = await open(browser, cy, '/protocol/squads');
  const invitations = cyPage.getByRole('list', { name: 'Squad invitations' });
  await expect(invitations).toContainText(`Ada ${mark} invited you to ${squad.name}, a squad of 2.`);
  await expectAccessible(cyPage);
  await invitations.getByRole('button', { name: 'Join squad' }).click();
  await expectToast(cyPage, 'You joined the squad');
  await expect(cyPage.getByRole('list', { name: 'Your squads' })).toContainText(squad.name);
  // The answered invitation stays in place until the page is left, so that nothing moves under the user's finger.
  await expect(invitations.getByRole('button', { name: 'Join squad' })).toHaveAttribute('aria-pressed', 'true');
  await cyPage.reload();
  await expect(cyPage.getByRole('list', { name: 'Your squads' })).toContainText(squad.name);
  await expect(invitations).toBeHidden();
  // The captain's page updates without a reload.
  const roster = adaPage.getByRole('list', { name: 'Members of the squad' });
  await expect(roster).toContainText(`Cy ${mark}`);
  await expect(invitedList.getByRole('listitem')).toHaveCount(1);

  const deePage = await open(browser, dee, '/protocol/inbox');
  const panel = deePage.getByRole('list', { name: 'To answer' });
  await expect(panel.getByRole('heading', { name: `Ada ${mark} invited you to ${squad.name}` })).toBeVisible();
  await expectAccessible(deePage);
  await panel.getByRole('button', { name: 'Decline invitation' }).click();
  await expectToast(deePage, 'Invitation declined');
  await expect(invitedList).toBeHidden();
});

test('shows the inviter on the link page, lets a visitor sign in and join, and disables a replaced link', async ({
  browser,
}) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy] = await Promise.all([
    makeNamedPlayer(`Ada ${mark}`, 'PG'),
    makeNamedPlayer(`Ben ${mark}`, 'C'),
    makeNamedPlayer(`Cy ${mark}`, 'SF'),
  ]);
  const squad = await createSquadOfTwo(ada, ben);
  const adaPage = await open(browser, ada, `/protocol/squads/${squad.id}`);
  await adaPage.getByRole('button', { name: 'Invite players' }).click();
  const dialog = adaPage.getByRole('dialog', { name: 'Invite players' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const linkText = dialog.getByText(/\/protocol\/squads\/join\//);
  const link = new URL((await linkText.textContent()) ?? '').pathname;
  await expectAccessible(adaPage);

  const visitorPage = await (await browser.newContext()).newPage();
  await visitorPage.goto(link);
  await expect(visitorPage.getByRole('heading', { level: 2, name: squad.name })).toBeVisible();
  await expect(visitorPage.getByText(`Ada ${mark} invited you.`)).toBeVisible();
  await expect(visitorPage.getByText('2 of 10 members')).toBeVisible();
  await expectAccessible(visitorPage);
  await visitorPage.getByRole('link', { name: 'Sign in to join' }).click();
  await showPassword(visitorPage);
  await visitorPage.getByLabel('Email').fill(cy.email);
  await visitorPage.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD);
  await visitorPage.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitorPage).toHaveURL(link);
  await visitorPage.getByRole('button', { name: 'Join the squad' }).click();
  await expect(visitorPage).toHaveURL(`/protocol/squads/${squad.id}`);
  await expect(visitorPage.getByRole('list', { name: 'Members of the squad' }).locator('> li')).toHaveCount(3);
  await expect(visitorPage.getByText('Two play at a time. These are your teammates.')).toBeVisible();
  await expectAccessible(visitorPage);
  await visitorPage.goto(link);
  await expect(visitorPage.getByText('You’re already in this squad.')).toBeVisible();
  await expect(visitorPage.getByRole('link', { name: 'Open the squad room' })).toBeVisible();
  await expectAccessible(visitorPage);

  await dialog.getByRole('button', { name: 'New link' }).click();
  await expectToast(adaPage, 'The squad has a new link');
  await visitorPage.goto(link);
  await expect(visitorPage.getByText('This link no longer works.')).toBeVisible();
  await expect(visitorPage.getByRole('link', { name: 'Find a group' })).toBeVisible();
  await expectAccessible(visitorPage);
});

/** Creates a squad link as the captain and returns its path. */
async function getLink(captain: TestAccount, id: string): Promise<string> {
  return (await callApi<{ link_path: string }>(captain.token, 'PUT', `/api/squads/${id}/link`)).link_path;
}
const joinBy = (account: TestAccount, link: string) =>
  callApi(account.token, 'POST', `/api/squad-links/${link.split('/').at(-1)}`);
async function ban(account: TestAccount): Promise<void> {
  const { access_token: admin } = await fetchSession('admin@planetcrew.example');
  const what = { action: 'ban_user', userId: account.id, reason: 'Spam', days: 3 };
  await callApi(admin, 'POST', '/functions/v1/admin-actions', what);
}

test("explains on the link page why a player can't join and what to do", async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, hiddenPlayer, bannedPlayer] = await Promise.all([
    makeNamedPlayer(`Ada ${mark}`, 'PG'),
    makeNamedPlayer(`Ben ${mark}`, 'C'),
    makeNamedPlayer(`Hid ${mark}`, 'SF'),
    makeNamedPlayer(`Max ${mark}`, 'SG'),
  ]);
  const squad = await createSquadOfTwo(ada, ben);
  const link = await getLink(ada, squad.id);

  await callApi(hiddenPlayer.token, 'DELETE', '/api/profiles/me/publication');
  const hiddenPage = await open(browser, hiddenPlayer, link);
  await expect(hiddenPage.getByText('Your profile isn’t published, so you can’t join a squad.')).toBeVisible();
  await expect(hiddenPage.getByRole('button', { name: 'Join the squad' })).toBeHidden();
  await expectAccessible(hiddenPage);
  await hiddenPage.getByRole('link', { name: 'Publish your profile' }).click();
  await expect(hiddenPage).toHaveURL(`/protocol/onboarding?next=${encodeURIComponent(link)}`);

  // The link is checked again on click, because this page was opened before the ban.
  const bannedPage = await open(browser, bannedPlayer, link);
  const join = bannedPage.getByRole('button', { name: 'Join the squad' });
  await expect(join).toBeEnabled();
  await ban(bannedPlayer);
  await join.click();
  await expectToast(bannedPage, "Couldn't join the squad", "You're banned from matches.");
  await expect(bannedPage.getByRole('link', { name: 'Account status' })).toBeVisible();
  await expect(join).toBeHidden();
  await expectAccessible(bannedPage);

  const member = await open(browser, ben, link);
  await expect(member.getByText('You’re already in this squad.')).toBeVisible();
  await expectAccessible(member);
  await member.getByRole('link', { name: 'Open the squad room' }).click();
  await expect(member).toHaveURL(`/protocol/squads/${squad.id}`);

  await callApi(ada.token, 'DELETE', `/api/squads/${squad.id}`);
  for (const page of [member, await (await browser.newContext()).newPage()]) {
    const response = await page.goto(link);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('This squad has ended, so no one can join it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join the squad' })).toBeHidden();
    await expectAccessible(page);
  }
});

test('disables the link once the inviter is banned', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy] = await Promise.all([
    makeNamedPlayer(`Ada ${mark}`, 'PG'),
    makeNamedPlayer(`Ben ${mark}`, 'C'),
    makeNamedPlayer(`Cy ${mark}`, 'SF'),
  ]);
  const squad = await createSquadOfTwo(ada, ben);
  const link = await getLink(ada, squad.id);
  const cyPage = await open(browser, cy, link);
  await expect(cyPage.getByText(`Ada ${mark} invited you.`)).toBeVisible();
  await ban(ada);
  await cyPage.getByRole('button', { name: 'Join the squad' }).click();
  await expectToast(cyPage, "Couldn't join the squad", 'This link no longer works.');
  await expect(cyPage.getByText("This link doesn't work")).toBeVisible();
  await expect(cyPage.getByText(`Ada ${mark}`)).toBeHidden();
  await expectAccessible(cyPage);
});

test('shows on the link page that the squad is full, even to visitors', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ada, ben, cy] = await Promise.all([
    makeNamedPlayer(`Ada ${mark}`, 'PG'),
    makeNamedPlayer(`Ben ${mark}`, 'C'),
    makeNamedPlayer(`Cy ${mark}`, 'SF'),
  ]);
  const squad = await createSquadOfTwo(ada, ben);
  const link = await getLink(ada, squad.id);
  const last = await open(browser, cy, link);
  await expect(last.getByRole('button', { name: 'Join the squad' })).toBeEnabled();
  for (let seat = 3; seat <= 10; seat++) await joinBy(await makeNamedPlayer(`P${seat} ${mark}`, 'C'), link);
  await last.getByRole('button', { name: 'Join the squad' }).click();
  await expectToast(last, "Couldn't join the squad");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  for (const page of [last, visitor]) {
    await expect(page.getByText('10 of 10 members')).toBeVisible();
    await expect(page.locator('#main').getByText(/^This squad is full/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join the squad' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Sign in to join' })).toBeHidden();
    await expectAccessible(page);
  }
  await visitor.getByRole('link', { name: 'Find a group' }).click();
  await expect(visitor).toHaveURL(/\/protocol\/(lfg|auth)/);
});
