import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { findRecipientTranslator } from '../accounts/account-languages.commands.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { setLanguage } from './profiles.commands.ts';
import { makePlayer } from './profiles.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

it("sends emails in the account's language, or in the request's until the account has one", async () => {
  const findLocale = async ({ userId }: { userId: string }, locale?: 'de') =>
    (await findRecipientTranslator(context.deps, { userId, locale })).locale;
  const newUser = await makeUser(context.deps);
  expect([await findLocale(newUser), await findLocale(newUser, 'de')]).toEqual(['en', 'de']);
  const player = await makePlayer(context.deps);
  await setLanguage(context.deps, player, 'fr');
  expect(await findLocale(player, 'de')).toBe('fr');
});
