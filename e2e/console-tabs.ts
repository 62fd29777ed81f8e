import { expect, type Page } from '@playwright/test';

/** Opens a tab of the admin console. On phones, the tabs are a select. */
export async function openConsoleTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  const select = page.getByRole('combobox', { name: 'Admin console' });
  await expect(tab.or(select)).toBeVisible();
  if (await tab.isVisible()) return tab.click();
  await select.selectOption(name.toLowerCase());
}
