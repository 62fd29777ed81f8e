import { expect, type Locator, type Page, test } from '@playwright/test';
import * as messages from '../features/queue/queue.messages.ts';
import { english } from '../messages/lazy-text.ts';
import { expectAccessible } from './axe.ts';
import { openHydrated } from './page-ready.ts';
import { callApi, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

/** Returns whether the element is fully on screen and not covered, e.g. by a bar or banner. */
const isInSight = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight || left < 0 || right > window.innerWidth) return false;
    const [across, middle] = [(left + right) / 2, (top + bottom) / 2];
    return [top + 2, middle, bottom - 2].every((y) => {
      const topElement = document.elementFromPoint(across, y);
      return topElement !== null && (element.contains(topElement) || topElement.contains(element));
    });
  });

/** Creates five players who match only each other. The first two are matched as a pair before the others join. */
async function createFive(): Promise<TestAccount[]> {
  const commonProfile = {
    ...{ region: 'EU', platform: 'PC', modes: ['Rec'], overall_rating: 85, mic: true, timezone: 'Europe/Paris' },
    languages: [`Fold ${crypto.randomUUID().slice(0, 6)}`],
    availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
  };
  const accounts: TestAccount[] = [];
  for (const role of ['PG', 'SG', 'SF', 'PF', 'C']) {
    accounts.push(
      await makePublishedPlayer({ ...commonProfile, display_name: `Folds_Without_A_Single_Space ${role}`, role }),
    );
    // Match the pair first, because players with a squad match don't also get a pair.
    if (accounts.length === 2) await waitForProposals(accounts, 1);
  }
  return accounts;
}

type Proposed = { matches: { id: string; type: string }[] };
const listProposals = async ({ token }: TestAccount) => (await callApi<Proposed>(token, 'GET', '/api/matches')).matches;

/** Returns one of these players who has this many open matches. */
async function waitForProposals(players: readonly TestAccount[], count: number): Promise<TestAccount> {
  let found: TestAccount | undefined;
  // Retry, because another test's matching round may have read the pool before all these players were in it.
  await expect(async () => {
    await runMatcher();
    for (const player of players) if ((await listProposals(player)).length === count) found = player;
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found!;
}

/** Creates a player with two open matches, a squad and a pair. */
const createPlayerWithTwo = async (): Promise<TestAccount> => waitForProposals(await createFive(), 2);

const listParts = (card: Locator) => [
  card.getByRole('heading', { name: /Score \d+\/100/ }),
  card.locator('.match-court'),
  card.getByRole('button', { name: 'Accept' }),
  card.getByRole('button', { name: 'Decline' }),
];

const expectInSight = async (list: readonly Locator[]) => {
  for (const part of list) expect(await isInSight(part), String(part)).toBe(true);
};

async function openPlay(page: Page, person: TestAccount): Promise<Locator> {
  await signInWithPassword(page, person.email, undefined, '/protocol/matches');
  await openHydrated(page, '/protocol/matches');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  return page.getByRole('article');
}

test('shows one match with its buttons on a phone and two on a wide screen without scrolling', async ({ page }, {
  project,
}) => {
  test.slow();
  const person = await createPlayerWithTwo();
  const cards = await openPlay(page, person);
  // The notices are folded to one icon after the first page.
  await expect(page.getByRole('button', { name: 'Show the notice' })).toBeVisible();
  await expectInSight(listParts(cards.first()));
  if (project.name === 'desktop') await expectInSight(listParts(cards.nth(1)));
  await expectAccessible(page);
  // Repeat with the queue's warning for a player who missed a ready check.
  const sentence = english(messages.missedCheck);
  await page.route('**/api/queue', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ json: { ...(await response.json()), mark: { sentence, until: null } } });
  });
  await openHydrated(page, '/protocol/matches');
  await expect(page.getByText(sentence)).toBeVisible();
  await expectInSight(listParts(cards.first()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('expands a match card without moving its answer buttons', async ({ page }) => {
  test.slow();
  const cards = await openPlay(page, await createPlayerWithTwo());
  const card = cards.first();
  const accept = card.getByRole('button', { name: 'Accept' });
  const before = await accept.boundingBox();
  const more = card.getByRole('button', { name: /^Score and times$/ });
  await expect(card.getByRole('list', { name: 'Members' })).toBeHidden();
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByRole('list', { name: 'Members' })).toBeVisible();
  expect(await accept.boundingBox()).toEqual(before);
  await expectAccessible(page);
  // Clicking the court toggles the card too.
  await card.locator('.match-court').click();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await accept.click();
  await expect(page.getByText('Match accepted!', { exact: true })).toBeVisible();
  expect(await card.getByRole('button', { name: 'Accepted' }).boundingBox()).toEqual(before);
});
