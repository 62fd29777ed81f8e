import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signInWithPassword } from './people.ts';
import { ask, type Made, makePublished, runMatcher } from './server-api.ts';

const HOURS = [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }];

const fitting = (mark: string) => ({
  ...{ region: 'EU', platform: 'PC', languages: [`Argot ${mark}`], modes: ['Rec'], availability: HOURS },
  ...{ overall_rating: 85, mic: true, timezone: 'Europe/Paris' },
});

/** Two players that fit each other and nobody else: the only ones who speak this language. */
async function two(): Promise<[Made, Made]> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = fitting(mark);
  const first = { ...fit, display_name: `Ada ${mark}`, role: 'PG', discord: 'ada_plays' };
  const second = { ...fit, display_name: `Ben ${mark}`, role: 'C', discord: 'ben_plays' };
  return [await makePublished(first), await makePublished(second)];
}

/** In a zone that is not the one of their profiles: pages about a squad follow the profile. */
async function open(browser: Browser, person: Made, path: string): Promise<Page> {
  const page = await (await browser.newContext({ timezoneId: 'Asia/Tokyo' })).newPage();
  await signInWithPassword(page, person.email, undefined, path);
  return page;
}

test('two people match and have a squad: its room, another name, handing over, leaving', async ({ browser }) => {
  test.slow();
  const [ada, ben] = await two();
  const hers = await open(browser, ada, '/protocol/squads');
  await expect(hers.getByText('You are in no squad yet')).toBeVisible();
  await expectAccessible(hers);
  await runMatcher();
  await hers.getByRole('link', { name: 'See your matches' }).click();
  await hers.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await expect(hers.getByText('Match accepted!', { exact: true })).toBeVisible();

  const his = await open(browser, ben, '/protocol/matches');
  await his.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
  await his.getByRole('link', { name: 'Your squad room' }).click();
  await expect(his).toHaveURL(/\/protocol\/squads\/[\w-]+$/);
  const room = new URL(his.url()).pathname;
  const roster = his.getByRole('list', { name: 'Members of the squad' });
  await expect(roster).toContainText('ada_plays');
  await expect(roster.getByRole('listitem').filter({ hasText: 'Captain' })).toContainText('Ada');
  await expect(his.getByRole('button', { name: 'Name and crest' })).toBeHidden();
  const download = his.waitForEvent('download');
  await his.getByRole('button', { name: 'Add to calendar (.ics)' }).click();
  expect((await download).suggestedFilename()).toBe('squad-sessions.ics');
  await expectAccessible(his);

  await hers.goto(room);
  await hers.getByRole('button', { name: 'Name and crest' }).click();
  const name = hers.getByLabel('Name of the squad');
  await name.fill(' ');
  await hers.getByRole('button', { name: 'Save name' }).click();
  await expect(hers.getByText('Please give the squad a name.')).toBeVisible();
  await name.fill('Argot Orbit');
  await expectAccessible(hers);
  await hers.getByRole('button', { name: 'Save name' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Argot Orbit' })).toBeVisible();

  await hers.getByRole('button', { name: 'Hand over' }).click();
  await hers.getByRole('button', { name: 'Make captain' }).click();
  await expect(hers.getByText('The squad has a new captain')).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Name and crest' })).toBeHidden();

  await hers.getByRole('button', { name: 'Leave squad' }).click();
  await hers.getByRole('radio', { name: 'My hours have changed' }).check();
  await hers.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(hers).toHaveURL('/protocol/squads');
  const before = hers.getByRole('list', { name: 'Squads that you were in' });
  await expect(before).toContainText('goes on without you');
  await expect(before).toContainText('You left it. With you: Ben');
  await expectAccessible(hers);
  await hers.goto(room);
  await expect(hers.getByText('There is no such squad, or you are not in it any more.')).toBeVisible();
  await expectAccessible(hers);

  await his.reload();
  await expect(his.getByRole('heading', { level: 1, name: 'Argot Orbit' })).toBeVisible();
  await expect(his.getByText('You are the only one in it: when you leave, the squad ends.')).toBeVisible();
  await expect(his.getByText('ada_plays')).toBeHidden();
  await his.goto('/protocol/squads');
  await expect(his.getByRole('list', { name: 'Your squads' })).toContainText('You are the captain');
  await expectAccessible(his);
  const inbox = await ask<{ items: { title: string; lines: string[] }[] }>(ben.token, 'GET', '/api/notifications');
  expect(inbox.items.map((item) => [item.title, item.lines[0]])).toContainEqual([
    expect.stringMatching(/^Ada \w+ left Argot Orbit$/),
    'Their hours have changed.',
  ]);
});
