import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { LOCALE_FACTS, type Locale, TRANSLATED_LOCALES, toLocalizedPath } from '../messages/locales.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { followRequests, openHydrated, storeSession } from './page-ready.ts';
import { applyPseudoLanguage } from './pseudo-language.ts';
import { callApi, fetchSession, makePublishedPlayer, runMatcher, type TestAccount } from './server-api.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

const PUBLIC = [
  ...['/', '/plans', '/protocol', '/protocol/auth', '/protocol/find', '/protocol/lfg', '/protocol/deals'],
  ...['/tournament-of-power', '/faq', '/community', '/help-support', '/whitepaper'],
];
const SIGNED_IN = [
  ...['/dashboard', '/protocol/matches', '/protocol/squads', '/protocol/inbox', '/protocol/find', '/protocol/lfg'],
  ...['/protocol/lfg?tab=create', '/account', '/account/profile', '/account/notifications', '/account/security'],
  ...['/protocol/money', '/protocol/onboarding', '/protocol/hire', '/tools'],
];
/** Names short enough to be shown in full everywhere, so that only the product's texts can be too long. */
const NAMES = ['Nova', 'Kai', 'Rae', 'Ines'] as const;

/** A player in a squad, and one with an open match who is in the queue. */
let member: TestAccount;
let squad: string;
let queued: TestAccount;

test.beforeAll(async () => {
  const makePair = async (names: readonly string[]) => {
    const fit = createIsolatedProfile(`Lilt ${crypto.randomUUID().slice(0, 6)}`);
    const [first, second] = names.map((name, index) =>
      makePublishedPlayer({ ...fit, role: index ? 'C' : 'PG', display_name: name, mic: true }),
    );
    return [await first!, await second!] as const;
  };
  const pair = await makePair(NAMES.slice(0, 2));
  squad = await formSquad(...pair);
  member = pair[0];
  [queued] = await makePair(NAMES.slice(2));
  await runMatcher();
  await callApi(queued.token, 'POST', '/api/queue', { kind: 'now', with_party: false, any_language: false });
});

type Check = (page: Page, screen: string) => Promise<void>;

/** Opens each address as a visitor and checks the loaded page. */
async function checkPublic(page: Page, locale: Locale, check: Check): Promise<void> {
  const waitUntilSettled = followRequests(page);
  for (const path of PUBLIC) {
    await openHydrated(page, toLocalizedPath(locale, path));
    await waitUntilSettled();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await check(page, path);
  }
}

/** Opens each signed-in screen in the account's language and checks the loaded page. */
async function checkSignedIn(context: BrowserContext, locale: Locale, check: Check): Promise<void> {
  const screens: [TestAccount, string[]][] = [
    [member, [...SIGNED_IN, `/protocol/squads/${squad}`, `/protocol/profile/${member.id}`]],
    [queued, ['/dashboard', '/protocol/matches']],
  ];
  for (const [person, paths] of screens) {
    const page = await context.newPage();
    await page.context().addCookies([{ name: 'language', value: locale, url: test.info().project.use.baseURL! }]);
    await callApi(person.token, 'PUT', '/api/profiles/me/language', { language: locale });
    await storeSession(page, await fetchSession(person.email));
    const waitUntilSettled = followRequests(page);
    for (const path of paths) {
      await openHydrated(page, path);
      await waitUntilSettled();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await check(page, `${path} of ${person === member ? 'a member' : 'a player in the queue'}`);
    }
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
}

const expectNoFaults: Check = async (page, screen) => {
  const folder = process.env.LAYOUT_PICTURES;
  if (folder) {
    const file = screen.replaceAll(/\W+/g, '-').slice(0, 40);
    await page.screenshot({
      path: `${folder}/${test.info().project.name}-${test.info().title.split(' ').at(-1)}-${file}.png`,
    });
  }
  expect.soft(await findLayoutFaults(page), screen).toEqual([]);
};
const expectNoFaultsMirrored: Check = async (page, screen) => {
  await applyPseudoLanguage(page);
  await expectNoFaults(page, screen);
};

test('fits longer texts on public pages in a mirrored layout', async ({ page }) => {
  await checkPublic(page, 'en', expectNoFaultsMirrored);
});

test('fits longer texts on signed-in pages in a mirrored layout', async ({ context }) => {
  test.slow();
  await checkSignedIn(context, 'en', expectNoFaultsMirrored);
});

for (const locale of TRANSLATED_LOCALES) {
  const { name } = LOCALE_FACTS[locale];

  test(`doesn't cut off texts of public pages on a phone in ${name}`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'Texts are cut where there is little room.');
    await checkPublic(page, locale, expectNoFaults);
  });

  test(`doesn't cut off texts of signed-in pages on a phone in ${name}`, async ({ context, isMobile }) => {
    test.skip(!isMobile, 'Texts are cut where there is little room.');
    test.slow();
    await checkSignedIn(context, locale, expectNoFaults);
  });
}
