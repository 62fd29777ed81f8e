import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseSlot } from './choose-slot.ts';
import {
  advanceOrderClock,
  closeAllContexts,
  expectPaymentConfirmed,
  fetchNewestOrder,
  fetchSandboxBalance,
  makePlayer,
  openSignedIn,
  payCheckout,
} from './money-fixtures.ts';

test.afterEach(closeAllContexts);

/** Coach to book, by project, because desktop and phone run in parallel. */
const COACH: Record<string, string> = { desktop: 'coach-handles', phone: 'coach-lock' };

/** Selects the n-th free half hour from the end and returns its label. */
async function pickFromTheEnd(place: Page | Locator, n: number): Promise<string> {
  const slots = place.getByRole('radio');
  await expect(slots.first()).toBeAttached();
  const slot = slots.nth((await slots.count()) - n);
  const slotLabel = await slot.getAttribute('aria-label');
  await slot.locator('..').click();
  await expect(slot).toBeChecked();
  return slotLabel!;
}

async function downloadCalendar(page: Page): Promise<string> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  return readFileSync(await (await file).path(), 'utf8');
}

test('books a sprint, reschedules it with notice, exports it to the calendar and pays the coach', async ({ browser }, {
  project,
}) => {
  test.slow();
  const person = await makePlayer('Student Stu');
  const page = await openSignedIn(browser, person.email);
  await page.goto(`/coaches/${COACH[project.name]}`);
  await expect(page.getByText('Times are in your time zone: Eastern time.')).toBeVisible();
  const first = await pickFromTheEnd(page, 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByText('The session is booked.')).toBeVisible();
  await expectAccessible(page);
  // On a slow network, a pending request must not delay the next click.
  const delay = (route: Route) => sleep(5_000).then(() => route.continue());
  await page.route(/\/api\/bookings\/[^/]+$/, delay);
  const entry = await downloadCalendar(page);
  expect(entry).toContain('BEGIN:VEVENT');
  expect(entry).toContain('SEQUENCE:0');

  await page.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog');
  const second = await pickFromTheEnd(dialog, 2);
  expect(second).not.toBe(first);
  await page.unroute(/\/api\/bookings\/[^/]+$/, delay);
  await dialog.getByRole('button', { name: 'Move it here' }).click();
  await expect(page.getByText('Session moved', { exact: true })).toBeVisible();
  const calendar = await downloadCalendar(page);
  expect(calendar).toContain('SEQUENCE:1');
  expect(calendar.match(/DTSTART:\S+/)![0]).not.toBe(entry.match(/DTSTART:\S+/)![0]);

  const { id, bookingId } = await fetchNewestOrder(person);
  const start = calendar
    .match(/DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/)!
    .slice(1)
    .map(Number);
  const startsAt = Date.UTC(start[0]!, start[1]! - 1, start[2], start[3], start[4]);
  await advanceOrderClock(id, (startsAt - Date.now()) / 3_600_000 + 0.1);
  await page.reload();
  await expect(page.getByText('The session is in progress.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel session' })).toHaveCount(0);
  // Any time before the automatic payout works, but it must not collide with other runs' sessions.
  await advanceOrderClock(id, 1 + chooseSlot(4_000) / 100);
  await page.reload();
  await page.getByRole('button', { name: 'Everything went as agreed' }).click();
  await expect(page.getByText("Thanks. We're paying the coach.")).toBeVisible();
  await expect.poll(async () => (await fetchNewestOrder(person)).stage).toBe('released');
  expect(await fetchSandboxBalance(id)).toEqual({ charged: 2_500, refunded: 0, transferred: 2_500 });
  expect(bookingId).not.toBeNull();
});

test("refunds a coaching session in full and frees its time when it's canceled before the start", async ({ browser }, {
  project,
}) => {
  const person = await makePlayer('Busy Bea');
  const page = await openSignedIn(browser, person.email);
  await page.goto(`/coaches/${COACH[project.name]}`);
  const slotLabel = await pickFromTheEnd(page, 5);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByText('Session canceled')).toBeVisible();
  await expect.poll(async () => (await fetchNewestOrder(person)).stage).toBe('refunded');
  expect((await fetchNewestOrder(person)).balance).toMatchObject({ charged: 2_500, held: 0, refunded: 2_500 });
  await page.goto(`/coaches/${COACH[project.name]}`);
  await expect(page.getByRole('radio', { name: slotLabel })).toBeAttached();
});
