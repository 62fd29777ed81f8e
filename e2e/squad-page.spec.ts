import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToast, measureScriptKilobytes } from './page-ready.ts';
import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

async function createSquadOfTwo(): Promise<{ ada: TestAccount; ben: TestAccount; id: string; mark: string }> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = { ...createIsolatedProfile(`Argot ${mark}`), mic: true, discord: `secret_${mark}` };
  const ada = await makePublishedPlayer({ ...fit, display_name: `Ada ${mark}`, role: 'PG' });
  const ben = await makePublishedPlayer({ ...fit, display_name: `Ben ${mark}`, role: 'C' });
  return { ada, ben, id: await formSquad(ada, ben), mark };
}

async function open(browser: Browser, person: TestAccount, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

test("shows the public squad page only while it's turned on, with members who opted in", async ({ browser }) => {
  test.slow();
  const { ada, ben, id, mark } = await createSquadOfTwo();
  const visitor = await (await browser.newContext()).newPage();
  const unknownResponse = await visitor.goto(`/squads/${id}`);
  expect(unknownResponse?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Squad Not Found' })).toBeVisible();
  await expectAccessible(visitor);

  const benPage = await open(browser, ben, `/protocol/squads/${id}`);
  await expect(benPage.getByRole('heading', { name: 'Roster' })).toBeVisible();
  await expect(benPage.getByRole('heading', { name: 'Public page' })).toBeHidden();
  const adaPage = await open(browser, ada, `/protocol/squads/${id}`);
  const panel = adaPage.getByRole('region', { name: 'Public page' });
  await expect(panel).toContainText('A page about your squad');
  await expectAccessible(adaPage);
  await panel.getByRole('button', { name: 'Turn on page' }).click();
  await expectToast(adaPage, 'The public page is on');
  await expect(panel.getByRole('button', { name: 'Copy page link' })).toBeVisible();
  await expectAccessible(adaPage);

  // The other member's page updates without a reload and asks whether to show them publicly.
  const show = benPage.getByRole('switch', { name: 'Show my name and face' });
  await expect(show).not.toBeChecked();
  await expect(benPage.getByText('Until you choose, the page counts you but doesn’t show your name.')).toBeVisible();
  await expect(benPage.getByRole('button', { name: 'Turn off page' })).toBeHidden();
  await expectAccessible(benPage);
  const response = await visitor.goto(`/squads/${id}`);
  expect(response?.status()).toBe(200);
  await expect(visitor.getByText('2 players', { exact: true })).toBeVisible();
  await expect(visitor.getByText(`Ben ${mark}`)).toBeHidden();
  await expectAccessible(visitor);

  await show.check();
  await expectToast(benPage, 'You’re now shown on the page');
  await visitor.reload();
  const roster = visitor.getByRole('list', { name: 'Members of the squad' });
  await expect(roster.locator('> li')).toHaveCount(1);
  await expect(roster.getByRole('link', { name: `Ben ${mark}` })).toHaveAttribute(
    'href',
    `/protocol/profile/${ben.id}`,
  );
  await expect(visitor.getByText('and 1 more')).toBeVisible();
  await expect(visitor.getByText('No sessions played yet.')).toBeVisible();
  await expectAccessible(visitor);
  const html = await (await visitor.request.get(`/squads/${id}`)).text();
  for (const secret of [`secret_${mark}`, ada.id, `Ada ${mark}`]) expect(html).not.toContain(secret);
  const image = await visitor.locator('meta[property="og:image"]').getAttribute('content');
  expect((await visitor.request.get(new URL(image!).pathname)).headers()['content-type']).toBe('image/png');
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/squads/${id}$`));
  await expect(visitor.locator('meta[name=robots]')).toHaveCount(0);
  expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`/squads/${id}<`);

  await visitor.getByRole('link', { name: 'Sign in to start' }).click();
  await expect(visitor).toHaveURL(/\/protocol\/auth\?next=/);

  await benPage.goto('/protocol/squads');
  await benPage.getByRole('link', { name: /^Public page of/ }).click();
  await expect(benPage).toHaveURL(`/squads/${id}`);
  await expect(benPage.getByRole('link', { name: 'Your squads' })).toBeVisible();
  await expectAccessible(benPage);
  await expect(visitor.getByRole('button', { name: 'Report this page' })).toBeHidden();
  await benPage.getByRole('button', { name: 'Report this page' }).click();
  await expectAccessible(benPage);
  await benPage.getByRole('button', { name: 'Report page', exact: true }).click();
  await expectToast(benPage, 'Page reported for review');

  await panel.getByRole('button', { name: 'Turn off page' }).click();
  await expectToast(adaPage, 'The public page is off');
  await expect(panel.getByRole('button', { name: 'Turn on page' })).toBeVisible();
  const goneResponse = await visitor.goto(`/squads/${id}`);
  expect(goneResponse?.status()).toBe(404);
  expect(await (await visitor.request.get('/sitemap.xml')).text()).not.toContain(id);
});

test('removes a member who left from the public page and shows that the squad is looking for players', async ({
  browser,
}) => {
  test.slow();
  const { ada, ben, id, mark } = await createSquadOfTwo();
  await callApi(ada.token, 'PUT', `/api/squads/${id}/page`);
  for (const person of [ada, ben])
    await callApi(person.token, 'PUT', `/api/squads/${id}/page/consent`, { shown: true });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/squads/${id}`);
  const court = visitor.getByRole('list', { name: /on the court$/ });
  await expect(court.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(visitor);
  await callApi(ben.token, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
  await makePublishedPlayer({
    ...createIsolatedProfile(`Argot ${mark}`),
    mic: true,
    display_name: `Cleo ${mark}`,
    role: 'C',
  });
  await callApi(ada.token, 'POST', `/api/squads/${id}/seek`, { seat: 'C' });
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Looking for someone to play with' })).toBeVisible();
  await expect(visitor.getByText(`Ben ${mark}`)).toBeHidden();
  await expectAccessible(visitor);
});

test('loads the public squad page with at most 130 KB of script', async ({ browser, baseURL }, { project }) => {
  test.skip(project.name === 'phone', 'the weight does not depend on the width');
  test.slow();
  const { ada, id } = await createSquadOfTwo();
  await callApi(ada.token, 'PUT', `/api/squads/${id}/page`);
  await callApi(ada.token, 'PUT', `/api/squads/${id}/page/consent`, { shown: true });
  const kilobytes = await measureScriptKilobytes(browser, baseURL!, `/squads/${id}`);
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(130);
});
