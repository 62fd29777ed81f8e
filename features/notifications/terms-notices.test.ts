import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { termsDate } from '../../content/legal/legal-versions.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { readInbox } from './notifications.commands.ts';
import { announceTerms } from './terms-notices.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const run = () => announceTerms(context.deps, new AbortController().signal);

it('notifies users who joined before the new terms once, but not those who accepted them', async () => {
  const { deps } = context;
  const published = Date.parse(termsDate);
  context.setNow(new Date(published - DAY_MS));
  const [before, accepted] = [await makeUser(deps), await makeUser(deps)];
  await deps.db.execute(sql`delete from auth.terms_acceptances where user_id = ${before.userId}`);
  context.setNow(new Date(published + DAY_MS));
  await run();
  await run();
  const { items } = JSON.parse(await readInbox(deps, toActor(before), {}));
  expect(items).toEqual([
    expect.objectContaining({ title: 'Our terms have changed', address: '/legal#terms-versions' }),
  ]);
  expect(JSON.parse(await readInbox(deps, toActor(accepted), {})).items).toEqual([]);
});

it('stops notifying a month after the change', async () => {
  const { deps } = context;
  context.setNow(new Date(Date.parse(termsDate) - DAY_MS));
  const late = await makeUser(deps);
  await deps.db.execute(sql`delete from auth.terms_acceptances where user_id = ${late.userId}`);
  context.setNow(new Date(Date.parse(termsDate) + 40 * DAY_MS));
  await run();
  expect(JSON.parse(await readInbox(deps, toActor(late), {})).items).toEqual([]);
});
