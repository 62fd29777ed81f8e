import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { closeAllContexts, expectPaymentConfirmed, makePlayer, openSignedIn, payCheckout } from './money-fixtures.ts';

test.afterEach(closeAllContexts);

test('creates two builds from text and chips on Pro, compares them and turns one into milestones', async ({
  browser,
}) => {
  const me = await makePlayer('Nova', { role: 'PG', height_in: 76 });
  const page = await openSignedIn(browser, me.email);
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Go Pro' }).click();
  await payCheckout(page);
  await expectPaymentConfirmed(page);
  await page.goto('/tools');
  await expect(page.getByText('No builds saved yet')).toBeVisible();
  await expectAccessible(page);

  const assistant = page.getByRole('region', { name: 'AI Build Assistant' });
  const sendPrompt = async (text: string) => {
    await assistant.getByLabel('What do you want to build?').fill(text);
    await assistant.getByRole('button', { name: 'Ask the assistant' }).click();
  };
  const heading = assistant.getByRole('heading', { level: 3 }).first();
  const chips = assistant.getByRole('list', { name: 'Chips' }).getByRole('combobox');
  const readChips = () =>
    chips.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedOptions[0]!.text));
  // The assistant starts from the profile.
  expect((await readChips())[0]).toBe('Point guard');
  await expect(assistant.getByLabel('Height', { exact: true })).toHaveValue('193');
  await sendPrompt('6\'9" power forward or center, no shooting');
  // The text names two positions, so the player chooses one.
  await expect(assistant.getByText('Choose one position: Power forward or Center.')).toBeVisible();
  await expectAccessible(page);
  await assistant.getByRole('button', { name: 'Remove Center' }).first().click();
  await assistant.getByRole('button', { name: 'Ask the assistant' }).click();
  await expect(heading).toHaveText(/Power Forward$/);
  await expect(heading).toBeFocused();
  await expect(assistant.getByText('No points for Mid-range shot and Three-point shot, as you asked.')).toBeVisible();
  await expectAccessible(page);

  const save = async (name: string) => {
    await assistant.getByRole('button', { name: 'Save this build' }).first().click();
    await page.getByRole('dialog').getByLabel('Build name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('checkbox', { name })).toBeVisible();
  };
  await save('Wall');
  // The next build uses only chips and sliders.
  await assistant.getByLabel('Change No shooting').selectOption('Squad lacks shooting');
  await assistant.getByLabel('Add a chip').selectOption('More steals');
  await assistant.getByRole('button', { name: 'Add', exact: true }).click();
  await assistant.getByLabel('Height', { exact: true }).press('ArrowRight');
  await assistant.getByRole('button', { name: 'Ask the assistant' }).click();
  await expect(assistant.getByText('6\'9" (207 cm)', { exact: true }).first()).toBeVisible();
  await expect(assistant.getByText(/^Your squad lacks: shooting \(Three-point shot \d\d\)\.$/)).toBeVisible();
  expect(await readChips()).toEqual(expect.arrayContaining(['Power forward', 'Squad lacks shooting', 'More steals']));
  await assistant.getByRole('button', { name: 'Remove More steals' }).click();
  await sendPrompt('Scharfschütze, shooting guard, 1,96 m');
  await expect(heading).toHaveText('Sharpshooter Shooting Guard');
  await save('Distance');

  await page.reload();
  await expect(heading).toHaveText('Sharpshooter Shooting Guard');
  await expect(assistant.getByText('6\'9" power forward or center, no shooting').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Wall' }).check();
  await page.getByRole('checkbox', { name: 'Distance' }).check();
  await page.getByRole('button', { name: 'Compare' }).click();
  const table = page.getByRole('dialog', { name: 'Compare two builds' });
  await expect(table.getByRole('columnheader')).toHaveText(['Distance', 'Wall']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Turn into milestones.*Distance$/ }).click();
  await expect(page.getByText(/milestones added to your tracker/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Three-point shot to/ })).toBeVisible();

  await assistant.getByRole('button', { name: 'Clear chat' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear chat' }).click();
  await expect(assistant.getByLabel('What do you want to build?')).toBeFocused();
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Wall' })).toBeVisible();
});
