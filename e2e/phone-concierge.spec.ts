import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseSlot } from './choose-slot.ts';
import { closeAllContexts, expectPaymentConfirmed, makePlayer, openSignedIn, payCheckout } from './money-fixtures.ts';
import { expectToast, openHydrated } from './page-ready.ts';

test.afterEach(closeAllContexts);

/** Selects a free half hour that the other viewport's run doesn't select. */
async function pickAnHour(page: Page): Promise<void> {
  const hours = page.getByRole('radio');
  await hours.nth(chooseSlot(await hours.count())).check({ force: true });
}

test("books a call in the member's time zone, closes it at the concierge desk and cancels another", async ({
  browser,
}) => {
  test.slow();
  const person = await makePlayer('Phone Pat', { phone: '+12125550100' });
  const page = await openSignedIn(browser, person.email);

  // Without the plan, the page says which plan includes the concierge and links to it.
  await openHydrated(page, '/plans');
  await page.getByRole('link', { name: 'Phone concierge' }).click();
  await expect(page.getByText('The phone concierge comes with Premium')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('button', { name: 'Go Premium' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);

  await expect(async () => {
    await openHydrated(page, '/protocol/phone-concierge');
    await expect(page.getByRole('heading', { name: 'Book a call' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByLabel('Phone number')).toHaveValue('+12125550100');
  await expectAccessible(page);

  // The page names the missing field and keeps what was typed.
  await page.getByRole('button', { name: 'Book the call' }).click();
  await expect(page.getByText('Pick a half-hour slot.')).toBeVisible();
  await expect(page.getByText("Say in a few words what it's about.")).toBeVisible();
  await pickAnHour(page);
  const topic = `Tryouts ${crypto.randomUUID().slice(0, 6)}`;
  await page.getByLabel("What's it about?").fill(topic);
  const desk = await openSignedIn(browser, 'admin@planetcrew.example');
  await openHydrated(desk, '/protocol/admin/calls');
  await expectAccessible(desk);
  const radio = page.locator('main input[type=radio]:checked');
  const [day, clock] = (await radio.getAttribute('aria-label'))!.split(/, (?=\d+:)/) as [string, string];
  await page.getByRole('button', { name: 'Book the call' }).click();
  await expectToast(page, 'Your call is booked');
  await expect(page.getByRole('heading', { name: /^We'll call you/ })).toBeVisible();
  await expect(page.locator('main')).toContainText(clock);
  expect(day).toMatch(/^(Monday|Tuesday|Wednesday|Thursday|Friday), /);
  await expectAccessible(page);

  // The open desk page updates live.
  await desk.getByRole('link', { name: new RegExp(topic) }).click();
  await expect(desk.getByRole('heading', { name: 'Phone Pat' })).toBeFocused();
  await expect(desk.getByRole('link', { name: '+12125550100' })).toHaveAttribute('href', 'tel:+12125550100');
  await expect(desk.locator('[aria-labelledby=account]')).toContainText('Premium');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Take the call' }).click();
  await expectToast(desk, 'You took this call');
  await desk.getByLabel('Notes').fill('Wants a five for Tuesdays.');
  await desk.getByRole('button', { name: 'We talked' }).click();
  await expectToast(desk, 'Call closed');
  await expect(desk.getByLabel('Notes')).toHaveValue('Wants a five for Tuesdays.');
  await expectAccessible(desk);

  // The page lists the call. The member books and cancels another.
  await openHydrated(page, '/protocol/phone-concierge');
  await expect(page.getByText('We talked')).toBeVisible();
  await page.getByLabel("What's it about?").fill('The second one');
  await pickAnHour(page);
  await page.getByRole('button', { name: 'Book the call' }).click();
  await expectToast(page, 'Your call is booked');
  await page.getByRole('button', { name: 'Cancel call' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel call' }).click();
  await expectToast(page, 'Your call is canceled');
  await expect(page.getByRole('heading', { name: 'Book a call' })).toBeVisible();
});
