import { expect, test } from '@playwright/test';
import { createEmail } from './account-fixtures.ts';
import { expectAccessible } from './axe.ts';
import { callApi, makePublishedPlayer, signUp } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ADMIN = 'admin@planetcrew.example';
const createPlayer = () => makePublishedPlayer({ display_name: 'Nova', role: 'PG', region: 'NA-East', modes: ['Rec'] });

test('greets the user and shows the plan and counts on the dashboard', async ({ page }) => {
  const me = await createPlayer();
  await signInWithPassword(page, me.email, undefined, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Nova' })).toBeVisible();
  await expect(page.locator('main').getByText('free', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/plans');
  for (const [label, href] of [
    ['Tools', '/tools'],
    ['Coaches', '/coaches'],
    ['Account', '/account'],
  ] as const)
    await expect(page.locator('main').getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
  await expect(page.getByText('Squads Joined')).toBeVisible();
  await expect(page.getByText('Matches Played')).toBeVisible();
  await expect(page.getByText('Profile Complete')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await expectAccessible(page);
});

test('lets a player crop, view and remove a picture', async ({ page }) => {
  const me = await createPlayer();
  await signInWithPassword(page, me.email, undefined, '/dashboard');
  const picture = await (await page.request.get('/brand/icon-512.png')).body();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  await dialog.getByLabel('Zoom').fill('2');
  await dialog.getByRole('application').press('ArrowLeft');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  await expect(page.locator('main .avatar img')).toHaveAttribute(
    'src',
    /\/storage\/v1\/object\/public\/avatars\/.*-256\.webp$/,
  );
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Picture removed')).toBeVisible();
  // The generated avatar is shown again.
  await expect(page.locator('main .avatar img')).toHaveAttribute('src', /\/og\/face\//);
});

test('reports missing Crew DNA answers and keeps saved ones after a reload', async ({ page }) => {
  const me = await createPlayer();
  await signInWithPassword(page, me.email, undefined, '/onboarding');
  await expect(page.getByRole('heading', { name: 'Define Your Crew DNA' })).toBeVisible();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expect(page.getByText('Please fill out all required fields')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Point Guard' }).check();
  await page.getByRole('radio', { name: 'Playmaker' }).check();
  await page.getByLabel(/^Playstyle/).fill('Calm, passes first');
  await page.getByRole('checkbox', { name: 'Weekday Evenings' }).check();
  await page.getByLabel(/^Region/).selectOption('NA-East');
  await page.getByLabel(/^Timezone/).selectOption('est');
  await page.getByLabel(/^Platform/).selectOption('ps');
  await page.getByLabel(/^Grind level/).selectOption('comp');
  await page.getByLabel(/^Goals/).fill('A steady five');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile Saved!')).toBeVisible();
  await expect(page.getByText('Profile saved successfully!')).toBeVisible();
  // The earlier missing-information message is gone.
  expect(await page.getByText('Missing Information').count()).toBe(0);
  await page.reload();
  await expect(page.getByLabel(/^Playstyle/)).toHaveValue('Calm, passes first');
  await expect(page.getByRole('radio', { name: 'Point Guard' })).toBeChecked();

  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use these in my player profile' }).click();
  // A published player stays published: Crew DNA only prefills the profile's sections.
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByText('We added your Crew DNA to the form')).toBeVisible();
  await page.getByRole('region', { name: 'Basics' }).getByRole('heading', { level: 2 }).click();
  await page.getByLabel('Display name').fill('Deena');
  await expect(page.getByText(/^Not saved yet: .*Position/)).toBeVisible();
  const position = page.getByRole('region', { name: 'Position' });
  await page.getByRole('status').getByRole('link', { name: 'Position' }).click();
  await expect(position.getByLabel(/^Primary archetype/)).toHaveValue('Playmaker');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto(`/protocol/profile/${me.id}`);
  await expect(page.getByText('Playmaker').first()).toBeVisible();
});

test("prefills an unpublished player's onboarding with their Crew DNA", async ({ page }) => {
  const email = createEmail();
  const { access_token } = await signUp(email);
  const profileAnswers = {
    ...{ position: 'pg', roleType: 'playmaker', playstyle: 'Calm', schedule: ['Weekday Evenings'] },
    ...{ region: 'NA-East', timezone: 'est', platform: 'ps' },
    ...{ grindLevel: 'comp', hasMic: true, goals: 'A steady five' },
  };
  await callApi(access_token, 'PUT', '/api/crew-dna', profileAnswers);
  await signInWithPassword(page, email);
  await page.goto('/onboarding');
  await page.getByRole('button', { name: 'Use these in my player profile' }).click();
  await expect(page).toHaveURL('/protocol/onboarding');
  await expect(page.getByText('We added your Crew DNA to the form')).toBeVisible();
  await page.getByLabel('Display name').fill('Deena');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel(/^Primary archetype/)).toHaveValue('Playmaker');
});

test('shows accounts without Pro a sample response and disables the logo generator for non-admins', async ({
  page,
}) => {
  const me = await createPlayer();
  await signInWithPassword(page, me.email, undefined, '/tools');
  await expect(page.getByText('Admin Tool')).toBeVisible();
  await expect(page.getByText('Pro Feature')).toHaveCount(2);
  await expect(page.getByText('45%')).toBeVisible();
  await expect(page.locator('.milestones li')).toHaveText([
    'Reach Pro 1',
    'Unlock All Badges',
    'Hit Elite 1',
    'Reach Legend',
  ]);
  await expect(page.getByText('This is a sample.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate all partner logos' })).toBeDisabled();
  await page.getByLabel('What do you want to build?').fill('Center, our squad has no shooting');
  await page.getByRole('button', { name: 'Ask the assistant' }).click();
  await expect(page.getByText(/The AI Build Assistant comes with Pro/)).toBeVisible();
  await expectAccessible(page);
});

test('lets an admin generate logos for all partners and download them as one file', async ({ page }) => {
  await signInWithPassword(page, ADMIN);
  await page.goto('/tools');
  await page.getByRole('button', { name: 'Generate all partner logos' }).click();
  await expect(page.getByText('Starting logo generation... This may take a few minutes.')).toBeVisible();
  await expect(page.getByText('Successfully generated 10 logos!')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Logo for/ })).toHaveCount(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all (zip)' }).click();
  expect((await download).suggestedFilename()).toBe('planet-crew-partner-marks.zip');
  await expectAccessible(page);
});

test('redirects visitors of signed-in pages to sign-in', async ({ page }) => {
  for (const path of ['/dashboard', '/onboarding', '/tools']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/protocol/auth?next=${encodeURIComponent(path)}`);
  }
  expect(await callApi(undefined, 'GET', '/api/site')).toMatchObject({ demo: true });
});
