import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const makeNamedPlayer = (display_name: string, role: string) =>
  makePublishedPlayer({ display_name, role, region: 'EU', platform: 'PC', modes: ['Rec'], timezone: 'Europe/Paris' });

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

test('lets two players form a party, leave it, rejoin by link and turn it into a squad', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [ann, bo] = await Promise.all([makeNamedPlayer(`Ann ${mark}`, 'PG'), makeNamedPlayer(`Bo ${mark}`, 'C')]);
  const annPage = await open(browser, ann, `/protocol/profile/${bo.id}`);
  await annPage.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(annPage.getByText('Invitation sent')).toBeVisible();
  await expect(annPage.getByRole('button', { name: 'Invited', exact: true })).toBeDisabled();

  const boPage = await open(browser, bo, '/protocol/matches');
  const invitations = boPage.getByRole('list', { name: 'Party invitations' });
  await expect(invitations).toContainText(`Ann ${mark} invited you to a party`);
  await expectAccessible(boPage);
  await invitations.getByRole('button', { name: 'Join party' }).click();
  const party = boPage.getByRole('region', { name: 'Your party' });
  await expect(party.getByText('Ready to queue together')).toBeVisible();
  await expect(party).toContainText("We'll place both of you in the same squad, or neither of you.");
  await expectAccessible(boPage);

  await annPage.goto('/protocol/matches');
  const partyPanel = annPage.getByRole('region', { name: 'Your party' });
  await expect(partyPanel.getByRole('list', { name: 'Members of your party' })).toContainText(`Bo ${mark}`);
  await expectAccessible(annPage);
  const link = new URL((await partyPanel.getByText(/\/protocol\/party\//).textContent()) ?? '').pathname;

  await party.getByRole('button', { name: 'Leave party' }).click();
  await boPage.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(boPage.getByText('You left the party')).toBeVisible();
  await expect(boPage.getByRole('heading', { name: 'Queue with friends' })).toBeVisible();

  await boPage.goto(link);
  await expect(boPage.getByRole('heading', { name: `Ann ${mark}’s party` })).toBeVisible();
  await expectAccessible(boPage);
  await boPage.getByRole('button', { name: 'Join the party' }).click();
  await expect(boPage).toHaveURL('/protocol/matches');
  await expect(boPage.getByRole('region', { name: 'Your party' })).toContainText(`Ann ${mark}`);

  await annPage.reload();
  await partyPanel.getByRole('button', { name: 'Make it a squad' }).click();
  await expect(annPage.getByText('Your party is a squad now')).toBeVisible();
  await expectAccessible(annPage);
  await party.getByRole('link', { name: 'Your squad room' }).click();
  await expect(boPage.getByRole('list', { name: 'Members of the squad' }).locator('> li')).toHaveCount(2);
  await partyPanel.getByRole('button', { name: 'Disband party' }).click();
  await annPage.getByRole('alertdialog').getByRole('button', { name: 'Disband' }).click();
  await expect(annPage.getByText('Party disbanded')).toBeVisible();
  await boPage.goto(link);
  await expect(boPage.getByText('This party link no longer works. Ask for a new one.')).toBeVisible();
  await expectAccessible(boPage);
});

test('turns a full listing of three into a party', async ({ browser }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 6);
  const [owner, ...others] = await Promise.all([
    makeNamedPlayer(`Owner ${mark}`, 'PG'),
    makeNamedPlayer(`Wing ${mark}`, 'SF'),
    makeNamedPlayer(`Big ${mark}`, 'C'),
  ]);
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', {
    title: `Three of us ${mark}`,
    needed_positions: ['SF', 'C'],
    modes: ['Rec'],
  });
  for (const other of others) await callApi(other.token, 'POST', `/api/lfg/listings/${id}/apply`, {});
  const page = await open(browser, owner, `/protocol/lfg/${id}`);
  for (const name of [`Wing ${mark}`, `Big ${mark}`]) {
    const applicant = page.getByRole('article').filter({ hasText: name });
    await applicant.getByRole('button', { name: 'Accept' }).click();
    await expect(applicant.getByText('Accepted', { exact: true })).toBeVisible();
  }
  await expect(page.getByText('All spots are filled. Queue together?')).toBeVisible();
  await expect(page.getByText("we'll find the other two for you")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make it a party' }).click();
  await expect(page).toHaveURL('/protocol/matches');
  const members = page.getByRole('list', { name: 'Members of your party' });
  await expect(members.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Your squad room' }).click();
  await expect(page.getByText('Two more players needed')).toBeVisible();
  await expect(page.getByText('No one plays SG, PF yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite players' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Invite players' })).toBeVisible();
});
