import { expect, type Page, test } from '@playwright/test';
import { expectToast, holdResponse, openHydrated, storeSession } from './page-ready.ts';
import { fetchSession, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { showPassword } from './sign-in-fixtures.ts';

// Checks error messages word for word. The failures are injected in the browser, not on the server.

const EXPIRED_SESSION = {
  access_token: 'a.b.c',
  refresh_token: 'gone',
  token_type: 'bearer',
  expires_in: 1,
  expires_at: 1,
};

/** Makes requests to a URL fail with status 500 until the returned function is called. */
async function failRequests(page: Page, address: string, method?: string): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    method && route.request().method() !== method ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  );
  return () => page.unroute(address);
}

test('warns after ten seconds and resets the Twitch button when connecting fails', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-01-01T12:00:00Z') });
  await openHydrated(page, '/protocol/auth');
  const release = await holdResponse(page, '**/auth/v1/settings');
  await page.clock.pauseAt(new Date('2026-01-01T13:00:00Z'));
  await page.getByRole('button', { name: 'Continue with Twitch' }).click();
  await expect(page.getByRole('button', { name: 'Connecting to Twitch…' })).toBeDisabled();
  const warning = page.getByText("Twitch hasn't responded for 10 seconds.");
  await page.clock.runFor(9_999);
  await expect(warning).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(warning).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connecting to Twitch…' })).toBeDisabled();
  release({ status: 503 });
  await expect(page.getByRole('alert')).toHaveText(
    'Twitch sign-in failed. Please check your connection and try again.',
  );
  await expect(warning).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue with Twitch' })).toBeEnabled();
});

test('explains on the sign-in page that the session is invalid or the auth client failed to load', async ({ page }) => {
  await openHydrated(page, '/protocol/auth');
  await failRequests(page, '**/auth/v1/token?*');
  // A failed sign-in creates the auth client. Then another tab stores an expired session.
  await showPassword(page);
  await page.getByLabel('Email').fill('nobody@e2e.example');
  await page.getByLabel('Password', { exact: true }).fill('not their password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/auth/v1/token?*');
  await page.route('**/auth/v1/token?*', (route) =>
    route.fulfill({ status: 400, json: { code: 'session_not_found' } }),
  );
  await page.evaluate((session) => {
    localStorage.setItem('planet-crew-auth', session);
    dispatchEvent(new StorageEvent('storage', { key: 'planet-crew-auth', newValue: session }));
  }, JSON.stringify(EXPIRED_SESSION));
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication error occurred' })).toBeVisible();

  // The auth client fails to initialize. The stored session makes the page load it.
  await page.evaluate((session) => localStorage.setItem('planet-crew-auth', session), JSON.stringify(EXPIRED_SESSION));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BroadcastChannel', {
      get: () => {
        throw new Error('not allowed');
      },
    });
  });
  await openHydrated(page, '/protocol/auth');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to initialize authentication' })).toBeVisible();
});

test('shows progress and errors at both callback URLs', async ({ page }) => {
  for (const path of ['/protocol/callback', '/auth/callback'])
    expect(await (await page.request.get(path)).text()).toContain('Signing you in…');
  const expectError = (sentence: string) =>
    expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible();

  await page.goto('/auth/callback?code=somebody-elses');
  await expectError(
    'Authentication error: Cross-domain issue detected. Please clear your browser cache and try again.',
  );
  await page.goto('/auth/callback');
  await expectError('Sign-in failed. Please try again.');
  await page.goto('/protocol/callback?error=access_denied');
  await expectError('Sign-in failed. Please try again.');
  await page.goto('/protocol/callback?error=access_denied&error_description=Call+us+at+555.');
  await expectError('Sign-in failed. Please try again.');
  await page.goto('/protocol/callback?error=access_denied&error_code=otp_expired&error_description=Call+us');
  await expectError('This link was already used or has expired. Sign in again to get a new one.');
  await page.goto('/protocol/callback#error=access_denied&error_code=user_banned&error_description=Call+us');
  await expectError("This account is closed for now. Contact support if you think that's a mistake.");
  await expect(page).toHaveURL('/protocol/callback');
  await expect(page.getByText('Call us')).toBeHidden();
  const acceptedText = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';
  await page.goto(`/protocol/callback?message=${acceptedText}`);
  await expect(page.getByText('This address is confirmed. Now open the link in the email')).toBeVisible();
  await page.goto('/protocol/callback?message=Call+us+at+555.');
  await expectError('Sign-in failed. Please try again.');
  for (const place of ['/#', '/?', '/plans#']) {
    await page.goto(`${place}error=access_denied&error_code=otp_expired&error_description=Call+us`);
    await expectError('This link was already used or has expired. Sign in again to get a new one.');
    await expect(page).toHaveURL(/\/protocol\/callback/);
  }
  await page.goto('/#access_token=a.b.c&refresh_token=none');
  await expectError('Sign-in failed. Please try again.');
  await expect(page).toHaveURL('/protocol/callback');
  // Navigate from another page, because changing only the fragment doesn't load the page.
  await page.goto('/plans');
  await page.goto('/protocol/callback#access_token=a.b.c&refresh_token=none&type=recovery');
  await expectError('Sign-in failed. Please try again.');
  await expect(page).toHaveURL('/protocol/callback');
  const response = await page.goto('/auth/v1/callback?state=unknown&error_description=Call+us');
  expect(response?.status()).toBe(200);
  await expectError('This sign-in took too long, or you started it in another browser. Start again here.');
  await expect(page.getByRole('button', { name: 'Retry Login' })).toBeVisible();

  const startSignIn = () =>
    page.evaluate(() => localStorage.setItem('planet-crew-auth-code-verifier', JSON.stringify('secret')));
  await failRequests(page, '**/auth/v1/token?*');
  await startSignIn();
  await page.goto('/protocol/callback?code=1');
  await expectError('Failed to exchange authorization code. Please try again.');

  const session = await fetchSession('player@planetcrew.example');
  await page.unroute('**/auth/v1/token?*');
  await page.route('**/auth/v1/token?*', (route) => route.fulfill({ json: session }));
  await page.route('**/auth/v1/user', (route) =>
    route.fulfill({ status: 403, json: { code: 'session_not_found', message: 'gone' } }),
  );
  await startSignIn();
  await page.goto('/protocol/callback?code=2');
  await expectError('No user returned…');

  await page.unroute('**/auth/v1/user');
  const release = await holdResponse(page, '**/api/profiles/me/arrival');
  await startSignIn();
  await page.goto('/protocol/callback?code=3');
  await expect(page.getByText('Syncing your Protocol profile…')).toBeVisible();
  release({
    json: { published: true, onboardingCompleted: true, clock_hours: null, week_start: null, timezone: null },
  });
  await expect(page).toHaveURL('/protocol/find');
});

test('explains a failed action, such as a purchase or sign-out, and allows a retry', async ({ page }) => {
  test.slow();
  const me: TestAccount = await makePublishedPlayer({
    display_name: 'Refused',
    role: 'PG',
    region: 'EU',
    modes: ['Rec'],
  });
  await storeSession(page, await fetchSession(me.email));

  await openHydrated(page, '/protocol/deals');
  const founder = page.getByRole('button', { name: 'Become a Founder' });
  await expect(page.getByRole('button', { name: /^Refused.*’s menu$/ })).toBeVisible();
  const checkout = await holdResponse(page, '**/functions/v1/checkout-session');
  await founder.click();
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  await expect(founder).toHaveCount(0);
  checkout({ status: 500, json: {} });
  await expectToast(page, 'Checkout Error', 'Failed to create checkout session. Please try again.');
  await expect(founder).toBeEnabled();
  await page.unroute('**/functions/v1/checkout-session');
  await page.route('**/functions/v1/checkout-session', (route) => route.fulfill({ json: {} }));
  await founder.click();
  await expectToast(page, 'Checkout Error', 'No checkout URL returned');
  // The browser's Back button restores the page as the user left it.
  await page.unroute('**/functions/v1/checkout-session');
  await page.route('**/functions/v1/checkout-session', (route) => route.fulfill({ json: { url: '/payment-page' } }));
  await page.route('**/payment-page', (route) => route.fulfill({ status: 204 }));
  await founder.click();
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(founder).toBeEnabled();

  await openHydrated(page, '/protocol/account');
  const manage = page.getByRole('button', { name: 'Manage Subscription' });
  const portal = await holdResponse(page, '**/functions/v1/customer-portal');
  await manage.click();
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  portal({ json: {} });
  await expectToast(page, 'Portal Error', 'No portal URL returned');
  await expect(manage).toBeEnabled();
  await page.unroute('**/functions/v1/customer-portal');
  await failRequests(page, '**/functions/v1/customer-portal');
  await manage.click();
  await expectToast(page, 'Portal Error', 'Unable to open customer portal. Please contact support.');

  await openHydrated(page, '/protocol/assembly-request');
  await page.getByRole('checkbox', { name: 'PG', exact: true }).check();
  await page.getByLabel(/Skill Tier/).selectOption('elite');
  await page.getByLabel(/^Region/).selectOption('eu');
  await page.getByLabel(/^Platform/).selectOption('pc');
  await page.getByLabel(/^Availability/).fill('Weeknights');
  await page.getByLabel(/Discord\/PSN/).fill('captain');
  await page.getByLabel(/^Deadline/).fill('2099-01-01');
  const request = await holdResponse(page, '**/functions/v1/team-build-request');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  request({ status: 500, json: {} });
  await expectToast(page, 'Submission Error', 'Failed to submit request. Please try again.');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByLabel(/^Availability/)).toHaveValue('Weeknights');

  const heals = await failRequests(page, '**/api/profiles/me', 'GET');
  await openHydrated(page, '/protocol/onboarding');
  await expectToast(page, 'Error', 'Failed to load profile');
  await heals();
  await page.getByRole('button', { name: /try again/i }).click();
  await expect(page.getByLabel('Display name')).toHaveValue('Refused');
  const saves = await failRequests(page, '**/api/profiles/me', 'PUT');
  await page.getByRole('button', { name: 'Next' }).click();
  await expectToast(page, 'Failed to save. Please try again.');
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Basics', exact: true })).toBeVisible();
  await saves();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Position', exact: true })).toBeVisible();
  await expect(page.getByText('Failed to save. Please try again.')).toHaveCount(0);
  await failRequests(page, '**/api/profiles/me', 'PUT');
  // A failing save doesn't block the Back button.
  await openHydrated(page, '/protocol/onboarding?step=3');
  await expect(page.getByRole('heading', { name: 'Game', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Position', exact: true })).toBeVisible();

  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), isAdmin: true } });
  });
  await failRequests(page, '**/functions/v1/generate-all-partner-logos');
  await openHydrated(page, '/tools');
  await page.getByRole('button', { name: 'Generate all partner logos' }).click();
  await expectToast(page, 'Failed to generate logos');
  await page.unroute('**/functions/v1/generate-all-partner-logos');
  await page.getByRole('button', { name: 'Generate all partner logos' }).click();
  // The server itself refuses non-admins, and the page shows its message.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/admin/i)).toBeVisible();

  // If the sign-out fails, the user is still signed in and can sign out on this device only.
  await openHydrated(page, '/plans');
  await failRequests(page, '**/auth/v1/logout?*');
  await page.getByRole('button', { name: /^Refused.*’s menu$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expectToast(page, 'Sign Out Failed', 'Failed to sign out');
  await expect(page.getByRole('button', { name: /^Refused.*’s menu$/ })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('draft:report', '{"text":"mine"}'));
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await expect(page.getByRole('button', { name: /^Refused.*’s menu$/ })).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('draft:report'))).toBeNull();
});

test('asks visitors to log in before requesting a team and keeps their input', async ({ page }) => {
  await openHydrated(page, '/protocol/assembly-request');
  await page.getByLabel('Budget Notes').fill('Thirty at most');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expectToast(page, 'Authentication Required', 'Please log in to submit a team assembly request.');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/protocol/auth?next=${encodeURIComponent('/protocol/assembly-request')}`);
  // The form keeps its input.
  await openHydrated(page, '/protocol/assembly-request');
  await expect(page.getByLabel('Budget Notes')).toHaveValue('Thirty at most');
});
