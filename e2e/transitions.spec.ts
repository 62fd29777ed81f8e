import { expect, type Page, test } from '@playwright/test';
import { makePlayer as person } from './money-fixtures.ts';
import { openWithRecorder as open, pressButton, pressInDialog, runTransitionsAndClose } from './screen-reader.ts';
import { callApi, runMatcher } from './server-api.ts';
import { SAMPLE_PASSWORD } from './sign-in-fixtures.ts';

// Checks the focus after each action and that each announcement is made exactly once.

/** Returns the open dialog's accessible description. */
const readDescription = (page: Page) =>
  page.locator('dialog:modal').evaluate((dialog) =>
    (dialog.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

test.describe.configure({ timeout: 180_000 });

test('announces each step of answering a match', async ({ browser }) => {
  const fit = { region: 'EU', platform: 'PC', languages: [`Ear ${crypto.randomUUID().slice(0, 6)}`] };
  const more = { ...fit, availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }], overall_rating: 85 };
  const one = await person('Ear One', more);
  await person('Ear Two', { ...more, role: 'C' });
  await runMatcher();
  const page = await open(browser, one, '/protocol/matches');
  await runTransitionsAndClose(page, [
    { does: 'accepting', press: pressButton('Accept'), focus: /^button: Accepted$/, announces: /^Match accepted!$/ },
    { does: 'asking to change it', press: pressButton('Change'), focus: /^button: Stay in$/ },
    { does: 'keeping it', press: pressInDialog('Stay in'), focus: /^button: Change$/ },
    {
      does: 'declining after all',
      press: async (page) => {
        await pressButton('Change')(page);
        expect(await readDescription(page)).toContain('You can’t undo this.');
        await pressInDialog('Decline')(page);
      },
      focus: /^button: (Declined|Decline|Change)$/,
      announces: /^Match declined/,
    },
  ]);
});

test('announces each step of applying to a listing, managing applicants and posting a listing', async ({ browser }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const owner = await person(`Ear Owner ${mark}`);
  const applicant = await person(`Ear Applicant ${mark}`, { role: 'C' });
  const listing = { title: `Ears ${mark}`, needed_positions: ['C'], modes: ['Rec'] };
  const { id } = await callApi<{ id: string }>(owner.token, 'POST', '/api/lfg/listings', listing);
  const page = await open(browser, applicant, `/protocol/lfg/${id}`);
  await runTransitionsAndClose(page, [
    { does: 'opening the form to apply', press: pressButton('Apply'), focus: /^select/ },
    {
      does: 'applying',
      press: pressInDialog('Send application'),
      focus: /^(?!nothing|body)/,
      announces: /^Application sent!/,
    },
    {
      does: 'reporting',
      press: async (page) => {
        await pressButton('Report')(page);
        await pressInDialog('Report listing')(page);
      },
      focus: /^button: Report$/,
      announces: /^Listing reported for review/,
    },
  ]);
  const ownPage = await open(browser, owner, `/protocol/lfg/${id}`);
  await runTransitionsAndClose(ownPage, [
    {
      does: 'accepting an applicant',
      // A second click before the applicants have reloaded is ignored.
      press: async (page) => {
        await page.route(`**/api/lfg/listings/${id}/mine`, (route) => setTimeout(() => void route.continue(), 700));
        await page.getByRole('button', { name: 'Accept', exact: true }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByText('Player accepted')).toBeVisible();
        await page.keyboard.press('Enter');
      },
      focus: /^(article|li|h\d|button)/,
      announces: /Ear Applicant/,
    },
    {
      does: 'freeing the seat',
      press: async (page) => {
        await pressButton('Free the spot')(page);
        await pressInDialog('Free it')(page);
      },
      focus: /^(article|li|h\d|button)/,
      announces: /Ear Applicant/,
    },
    {
      does: 'closing the listing',
      press: pressButton('Close Listing'),
      focus: /^(?!nothing|body)/,
      announces: /^Listing closed/,
    },
    {
      does: 'taking that back',
      press: pressButton('Undo', (page) => page.getByRole('region', { name: 'Notifications' })),
      focus: /^(?!nothing|body)/,
      announces: /^Listing is active again/,
    },
  ]);
  const form = await open(browser, owner, '/protocol/lfg?tab=create');
  await runTransitionsAndClose(form, [
    { does: 'sending a listing without a title', press: pressButton('Create Listing'), focus: /^(input: Title|div)/ },
    {
      does: 'sending a whole one',
      press: async (page) => {
        const fieldError = page.locator('.field-error');
        await expect(fieldError).toHaveText([
          'Title required',
          'Select at least one position',
          'Select at least one game mode',
        ]);
        await page.getByLabel('Title').fill(`Ears too ${mark}`);
        // A corrected field isn't marked invalid again until the next submit.
        await expect(fieldError).toHaveText(['Select at least one position', 'Select at least one game mode']);
        await page.getByRole('checkbox', { name: 'C', exact: true }).check();
        await page.getByRole('checkbox', { name: 'Rec' }).check();
        await pressButton('Create Listing')(page);
      },
      focus: /^(?!nothing|body)/,
      announces: /^Listing created successfully!/,
    },
  ]);
});

test('announces each step of inviting, reporting and blocking another player', async ({ browser }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const me = await person(`Ear Me ${mark}`);
  const them = await person(`Ear Them ${mark}`);
  const page = await open(browser, me, `/protocol/profile/${them.id}`);
  await runTransitionsAndClose(page, [
    {
      does: 'inviting',
      press: pressButton('Invite'),
      focus: /^button: Invited$/,
      announces: /^Invitation sent/,
    },
    {
      does: 'reporting them',
      press: async (page) => {
        await pressButton(/More actions for/)(page);
        await pressButton('Report player')(page);
        await pressInDialog('Report player')(page);
      },
      focus: /^button: More actions for/,
      announces: /./,
    },
    {
      does: 'being asked about a block',
      press: async (page) => {
        await pressButton(/More actions for/)(page);
        await page.getByRole('button', { name: 'Block', exact: true }).click();
        expect(await readDescription(page)).toContain('We won’t notify them');
      },
      focus: /^button: Cancel$/,
    },
    { does: 'blocking', press: pressInDialog('Block'), focus: /^(?!nothing|body)/, announces: /./ },
  ]);
});

test('announces each step of changing the password and email address and requesting account deletion', async ({
  browser,
}) => {
  const me = await person(`Ear Safe ${crypto.randomUUID().slice(0, 6)}`);
  const page = await open(browser, me, '/account/security');
  const next = 'a lamp on the other court 7';
  await runTransitionsAndClose(page, [
    { does: 'sending no password', press: pressButton('Change password'), focus: /^input: Current password/ },
    {
      does: 'sending a wrong one',
      press: async (page) => {
        await page.getByLabel('Current password').fill('not it at all');
        await page.getByLabel('New password').fill(next);
        await pressButton('Change password')(page);
      },
      focus: /^input: Current password/,
    },
    {
      does: 'sending the right one',
      press: async (page) => {
        await page.getByLabel('Current password').fill(SAMPLE_PASSWORD);
        await pressButton('Change password')(page);
      },
      focus: /^button: Change password$/,
      announces: /^Password changed/,
    },
    { does: 'sending no address', press: pressButton('Change address'), focus: /^input: New address/ },
    {
      does: 'sending another one',
      press: async (page) => {
        await page.getByLabel('New address').fill(`${crypto.randomUUID()}@e2e.example`);
        await pressButton('Change address')(page);
      },
      focus: /^button: Change address$/,
      announces: /^We emailed both addresses$/,
    },
    {
      does: 'being asked about leaving',
      press: pressButton('Delete my account'),
      focus: /^button: (Cancel|Keep)/,
    },
  ]);
});

test('announces each step of sending a test email and canceling a rebuild in the admin console', async ({
  browser,
}) => {
  const page = await open(browser, { email: 'admin@planetcrew.example' }, '/protocol/admin?tab=actions');
  await runTransitionsAndClose(page, [
    {
      does: 'sending a test email',
      press: pressButton('Test Email'),
      focus: /^button: Test Email$/,
      announces: /^Test email is on its way/,
    },
    { does: 'being asked about a rebuild', press: pressButton('Rebuild Matches'), focus: /^button: Cancel$/ },
    { does: 'being asked again', press: pressInDialog('Continue'), focus: /^button: Cancel$/ },
    { does: 'not doing it', press: pressInDialog('Cancel'), focus: /^button: Rebuild Matches$/ },
  ]);
});

test('announces each step of completing profile steps and Crew DNA', async ({ browser }) => {
  const me = await person(`Ear Steps ${crypto.randomUUID().slice(0, 6)}`);
  const page = await open(browser, me, '/protocol/onboarding');
  await runTransitionsAndClose(page, [
    { does: 'going on', press: pressButton('Next'), focus: /^h2: Position$/ },
    { does: 'going back', press: pressButton('Back'), focus: /^h2: Basics$/ },
    {
      does: 'going on without a name',
      press: async (page) => {
        await page.getByLabel('Display name').fill('');
        await page.getByLabel(/^Email/).fill('nowhere');
        await pressButton('Next')(page);
      },
      focus: /^div: Almost there/,
    },
    { does: 'going on once more', press: pressButton('Next'), focus: /^div: Almost there/ },
    {
      does: 'writing one of the two',
      press: (page) => page.getByLabel('Display name').pressSequentially('Nova'),
      focus: /^input: Display name/,
    },
  ]);
  const dna = await open(browser, me, '/onboarding');
  await runTransitionsAndClose(dna, [
    {
      does: 'sending nothing',
      press: pressButton(/Save/),
      focus: /^(?!nothing|body)/,
      announces: /Missing Information/,
    },
  ]);
});
