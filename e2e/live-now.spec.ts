import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { answerReady, createFive, createLiveSquad, createSixth, joinQueue } from './live-squad-fixtures.ts';
import { expectToast, openHydrated as openPage } from './page-ready.ts';
import { changePosition, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const liveNow = (page: Page) => page.getByRole('region', { name: 'Live now' });
const press = (page: Page, name: string) => liveNow(page).getByRole('button', { name, exact: true }).click();

/** Opens the squad's room as another of its players, in their own browser. */
async function openAs(browser: Browser, person: TestAccount, path: string, size: { width: number; height: number }) {
  const context: BrowserContext = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  await signInWithPassword(page, person.email, undefined, path);
  await openPage(page, path);
  return page;
}

test('brings five players from the ready check into one lobby and records who won', async ({ browser }) => {
  test.setTimeout(180_000);
  const { people, tags, mark } = await createFive();
  const phone = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const host = await context.newPage();
  await signInWithPassword(host, people[0]!.email, undefined, '/protocol/matches');
  const streams = await Promise.all(people.slice(1).map(joinQueue));
  await host.getByRole('button', { name: 'Play now', exact: true }).click();
  const check = host.getByRole('dialog', { name: 'Ready check' });
  // The first to ready up becomes the captain and hosts.
  await check.getByRole('button', { name: 'Ready', exact: true }).click();
  await expect(check).toContainText('1 of 5 ready');
  for (const person of people.slice(1)) await answerReady(person);
  await expect(host).toHaveURL(/\/protocol\/squads\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  const { pathname } = new URL(host.url());
  await changePosition(people[4]!, { psn: null });
  await host.reload();

  // Everything needed to invite the others is visible without scrolling.
  await expect(liveNow(host)).toContainText('You’re the host. Invite 4 players to your lobby.');
  for (const tag of tags) await expect(liveNow(host).getByText(tag, { exact: true })).toBeInViewport({ ratio: 1 });
  for (const name of ['Copy all', 'We’re playing'])
    await expect(liveNow(host).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(liveNow(host).getByText('No PSN ID yet')).toBeVisible();
  await expect(liveNow(host).getByRole('timer')).toHaveText(/^\d:\d\d$/);
  await expectAccessible(host);
  expect(await findLayoutFaults(host)).toEqual([]);

  // The player who removed their PSN ID adds it again, and everyone sees it.
  const last = await openAs(browser, people[4]!, pathname, { width: 844, height: 390 });
  await expect(liveNow(last)).toContainText(`Live PG ${mark} is the host and will invite you.`);
  const field = liveNow(last).getByRole('textbox', { name: 'Add your PSN ID so they can invite you' });
  await field.fill('a b');
  await press(last, 'Add');
  await expect(field).toHaveAccessibleDescription(/Enter a PSN ID of 3 to 16 letters/);
  await field.fill(`rim_C_${mark}`);
  await press(last, 'Add');
  await expectToast(last, 'Your squad can invite you now');
  await expect(liveNow(host).getByText(`rim_C_${mark}`)).toBeVisible();

  await press(host, 'Copy all');
  await expect(liveNow(host).getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const copied = await host.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').toSorted()).toEqual([...tags.slice(1), `rim_C_${mark}`].toSorted());

  // The voice link leads to our server until the squad sets its own.
  const voice = liveNow(host).getByRole('link', { name: /^Join voice/ });
  await expect(voice).toHaveAttribute('href', /discord\.gg\/planetcrewzone$/);
  await press(host, 'Set voice link');
  const dialog = host.getByRole('dialog', { name: 'Where does your squad talk?' });
  await dialog.getByLabel('Discord link').fill('https://example.com/voice');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  await expect(dialog.getByLabel('Discord link')).toHaveAccessibleDescription(/Paste a Discord invite or channel link/);
  await dialog.getByLabel('Discord link').fill('discord.gg/rim-runners');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  await expect(voice).toHaveAttribute('href', 'https://discord.gg/rim-runners');

  // One player reports the result, another confirms it, and they play on.
  await press(host, 'We’re playing');
  await expect(liveNow(host)).toContainText('Time in game 1');
  await press(host, 'We won');
  await expectToast(host, 'Result saved');
  await expect(liveNow(host)).toContainText('You reported game 1 as a win.');
  await expect(liveNow(last)).toContainText(`Live PG ${mark} reported game 1 as a win.`);
  await press(last, 'Confirm');
  await expect(liveNow(host)).toContainText('Game 1 is a confirmed win.');
  await press(host, 'Run it back');
  await expect(liveNow(last)).toContainText('How did game 2 end?');

  // Someone leaves, and the room looks for a sub. They come back before anyone takes their spot.
  await press(host, 'Someone’s missing');
  const choice = host.getByRole('dialog', { name: 'Who’s missing?' });
  await expectAccessible(host);
  await choice.getByRole('radio', { name: `Live C ${mark}` }).check();
  await choice.getByRole('button', { name: 'Find a sub' }).click();
  await expectToast(host, 'We’re looking for a sub');
  await expect(
    liveNow(host)
      .getByRole('listitem')
      .filter({ hasText: `Live C ${mark}` }),
  ).toContainText('Missing');
  await expect(liveNow(last)).toContainText('You’re not in the lineup right now');
  await expectAccessible(last);
  await press(last, 'I’m here');
  await expect(liveNow(host).getByText('Missing', { exact: true })).toHaveCount(0);
  for (const stream of streams) stream.abort();
});

test("fills a missing player's spot with a player from the live queue", async ({ browser }) => {
  test.setTimeout(180_000);
  const { people, mark, room } = await createLiveSquad();
  const sixth = await createSixth(mark, 'C');
  const waiting = await openAs(browser, sixth, '/protocol/matches', { width: 360, height: 640 });
  await waiting.getByRole('button', { name: 'Play now', exact: true }).click();
  await expect(waiting.getByRole('heading', { name: 'Looking for your squad' })).toBeVisible();
  const witness = await openAs(browser, people[1]!, room, { width: 390, height: 844 });
  const host = await openAs(browser, people[0]!, room, { width: 1440, height: 900 });
  await press(host, 'Someone’s missing');
  const choice = host.getByRole('dialog', { name: 'Who’s missing?' });
  await choice.getByRole('radio', { name: `Live C ${mark}` }).check();
  await choice.getByRole('button', { name: 'Find a sub' }).click();

  // Players in the queue are asked first, and the room says so. The one who's asked keeps their place in the queue
  // until they join.
  const offer = waiting.getByRole('region', { name: 'Spot in a game' });
  await expect(offer).toContainText(/needs a C now/);
  await expect(liveNow(witness)).toContainText('Asking 1 player in the queue');
  await offer.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(waiting).toHaveURL(/\/protocol\/sessions\/[0-9a-f-]{36}$/);
  await expect(liveNow(host)).toContainText(`Sixth C ${mark} is joining`);
  await expect(liveNow(host).getByText(`six_${mark}`, { exact: true })).toBeVisible();

  // A second player confirms who was missing.
  await expectAccessible(witness);
  expect(await findLayoutFaults(witness)).toEqual([]);
  await press(witness, `Confirm that Live C ${mark} is missing`);
  await expectToast(witness, 'Report saved');
  await expect(liveNow(witness).getByRole('button', { name: /^Confirm that/ })).toHaveCount(0);
});
