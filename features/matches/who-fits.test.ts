import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { recordArrival, saveProfile } from '../profiles/profiles.commands.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { getWhoFits } from './who-fits.commands.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('shows an unpublished player how many players would fit and what rules out the rest', async () => {
  const { deps } = context;
  const newUser = await makeUser(deps);
  const actor = { userId: newUser.userId };
  const loadWhoFits = () => getWhoFits(deps, actor as Parameters<typeof getWhoFits>[1]);
  await recordArrival(deps, newUser, 'America/New_York');
  expect(await loadWhoFits()).toMatchObject({
    fitting: null,
    sentence: expect.stringMatching(
      /Choose your platform, role, region and time zone to see how many players would be a fit\./,
    ),
  });
  const [one] = [await makePlayer(deps, { display_name: 'Fits' }), await makePlayer(deps, { languages: ['Klingon'] })];
  const ownProfile = { ...one.profile, display_name: 'Newcomer', email: newUser.email };
  await saveProfile(deps, newUser, ownProfile);
  expect(await loadWhoFits()).toEqual({
    fitting: 1,
    others: 2,
    missing: null,
    sentence: '1 of 2 players looking for a match would be a fit for you now.',
  });
  await saveProfile(deps, newUser, { ...ownProfile, languages: [] });
  expect(await loadWhoFits()).toMatchObject({
    missing: 'languages',
    sentence: expect.stringMatching(/^None of the 2 players .* Add a language, because everyone/),
  });
  await saveProfile(deps, newUser, { ...ownProfile, availability: [] });
  expect(await loadWhoFits()).toMatchObject({
    missing: 'hours',
    sentence: expect.stringMatching(/^None of the 2 players .* Set your availability, because players in a match/),
  });
  await saveProfile(deps, newUser, { ...ownProfile, platform: 'Switch', crossplay: false });
  expect(await loadWhoFits()).toMatchObject({
    fitting: 0,
    sentence:
      'None of the 2 players looking for a match are a fit right now. The most common reason: you’re on different platforms and not all of you allow crossplay.',
  });
});
