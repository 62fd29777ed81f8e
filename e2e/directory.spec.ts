import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openHydrated, storeSession } from './page-ready.ts';
import { fetchSession, makePublishedPlayer } from './server-api.ts';

test('updates the URL and the list of players when filters change', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const oceania = `Oce ${mark}`;
  const asia = `Asia ${mark}`;
  await makePublishedPlayer({
    display_name: oceania,
    role: 'C',
    region: 'Oceania',
    platform: 'Switch',
    modes: ['Rec'],
    mic: false,
  });
  await makePublishedPlayer({
    display_name: asia,
    role: 'C',
    region: 'Asia',
    platform: 'Switch',
    modes: ['Rec'],
    mic: false,
  });
  const player = (name: string) => page.getByRole('region', { name: 'Players' }).getByRole('link', { name });
  await openHydrated(page, '/protocol/find');
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Squad' })).toBeVisible();
  await expect(player(oceania)).toBeVisible();
  await expect(player(asia)).toBeVisible();

  const filter = (name: string) => page.getByRole('combobox', { name });
  await filter('Platform').selectOption('Switch');
  await expect(page).toHaveURL('/protocol/find?platform=Switch');
  await filter('Region').selectOption('Oceania');
  await expect(page).toHaveURL('/protocol/find?platform=Switch&region=Oceania');
  await expect(player(oceania)).toBeVisible();
  await expect(player(asia)).toHaveCount(0);
  await filter('Mic').selectOption('Yes');
  await expect(page).toHaveURL('/protocol/find?platform=Switch&region=Oceania&mic=yes');
  await expect(player(oceania)).toHaveCount(0);
  // A chip shows its value and can be cleared alone.
  await expect(page.getByText('Region: Oceania')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear Mic' }).click();
  await expect(page).toHaveURL('/protocol/find?platform=Switch&region=Oceania');
  await expect(filter('Mic')).toBeFocused();
  await expect(player(oceania)).toBeVisible();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/protocol/find');
  await expect(player(asia)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Name' }).fill(oceania.toLowerCase());
  await expect(page).toHaveURL(/\/protocol\/find\?name=oce/);
  await expect(player(oceania)).toBeVisible();
  await expect(player(asia)).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page);
});

test('applies two quick filter changes and shows both before the page has loaded', async ({ page }) => {
  await openHydrated(page, '/protocol/find');
  await page.route('**/protocol/find.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue().catch(() => {});
  });
  const filter = (name: string) => page.getByRole('combobox', { name });
  await filter('Platform').selectOption('Switch');
  await expect(filter('Platform')).toHaveValue('Switch', { timeout: 500 });
  await filter('Region').selectOption('Oceania');
  await page.getByRole('searchbox', { name: 'Name' }).fill('zz');
  await filter('Mic').selectOption('Yes');
  await expect(page).toHaveURL('/protocol/find?platform=Switch&region=Oceania&mic=yes&name=zz');
  await page.goBack();
  await expect(filter('Mic')).toHaveValue('');
});

test('goes back one onboarding step with browser Back and keeps all input', async ({ page }) => {
  const me = await makePublishedPlayer({
    display_name: 'Step By Step',
    role: 'PG',
    region: 'EU',
    modes: ['Rec'],
    availability: [{ days: ['Mon'], start: '19:00', end: '23:00' }],
  });
  await storeSession(page, await fetchSession(me.email));
  await openHydrated(page, '/protocol/account');
  await openHydrated(page, '/protocol/onboarding?step=4&next=/protocol/lfg');
  const expectStep = (step: string) => expect(page.getByRole('heading', { name: step, exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Next' }).click();
  await expectStep('Contact');
  await expect(page).toHaveURL('/protocol/onboarding?step=5&next=%2Fprotocol%2Flfg');
  await page.getByRole('textbox', { name: 'Discord' }).fill('half_typed');
  await page.goBack();
  await expectStep('Hours');
  await page.goForward();
  await expectStep('Contact');
  await expect(page.getByRole('textbox', { name: 'Discord' })).toHaveValue('half_typed');
  // The form's own Back button does the same.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expectStep('Hours');
  await page.goBack();
  await expect(page).toHaveURL(/\/account/);
});

test('saves the onboarding step on Back and blocks publishing while Allow contact is off', async ({ page }) => {
  const me = await makePublishedPlayer({ display_name: 'To And Fro', role: 'PG', region: 'EU', modes: ['Rec'] });
  const session = await fetchSession(me.email);
  await storeSession(page, session);
  await openHydrated(page, '/protocol/callback');
  await expect(page).toHaveURL('/protocol/find');

  await openHydrated(page, '/protocol/onboarding?step=5');
  await page.getByRole('switch', { name: 'Allow contact' }).click();
  const saveRequest = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/api/profiles/me'),
  );
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  expect((await saveRequest).postDataJSON()).toMatchObject({ allow_contact: false });
  await expect(page.getByRole('heading', { name: 'Hours', exact: true })).toBeVisible();

  await openHydrated(page, '/protocol/onboarding?step=6');
  await expect(page.getByText('Contact is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  // Saving unpublished the profile, so the callback now leads to onboarding.
  await openHydrated(page, '/protocol/callback');
  await expect(page).toHaveURL('/protocol/onboarding');
  await openHydrated(page, '/protocol/onboarding?step=5');
  await page.getByRole('switch', { name: 'Allow contact' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
});
