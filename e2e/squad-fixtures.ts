import { callApi, runMatcher, type TestAccount } from './server-api.ts';

/** Returns the shared profile of players who match only each other, because no one else speaks their language. */
export const createIsolatedProfile = (language: string) => ({
  ...{ region: 'EU', platform: 'PC', languages: [language], modes: ['Rec'], timezone: 'Europe/Paris' },
  availability: [{ days: ['Tue', 'Thu'], start: '20:00', end: '23:00' }],
  overall_rating: 85,
});

/** Matches these players with each other and makes all of them accept. @returns the id of their squad */
export async function formSquad(...people: [TestAccount, ...TestAccount[]]): Promise<string> {
  await runMatcher();
  for (const { token } of people) {
    const { matches } = await callApi<{ matches: { id: string }[] }>(token, 'GET', '/api/matches');
    await callApi(token, 'POST', `/api/matches/${matches[0]!.id}/response`, { action: 'accept' });
  }
  const { squads } = await callApi<{ squads: { id: string }[] }>(people[0].token, 'GET', '/api/squads');
  return squads[0]!.id;
}
