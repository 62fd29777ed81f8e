import { callApi, makePublishedPlayer, type TestAccount } from './server-api.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

/** A pair with its captain first, and the session it plays now. */
export type PairAtPlay = { captain: TestAccount; mate: TestAccount; squadId: string; sessionId: string };

type Room = { members: { id: string; captain: boolean }[]; sessions: { id: string; version: number }[] };

/** Creates a pair with a public page, whose check-in for a session is open. */
export async function createPairAtPlay(): Promise<PairAtPlay> {
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = createIsolatedProfile(`Rivals ${mark}`);
  const people = [
    await makePublishedPlayer({ ...fit, role: 'PG', display_name: `Guard ${mark}` }),
    await makePublishedPlayer({ ...fit, role: 'C', display_name: `Center ${mark}` }),
  ] as const;
  const squadId = await formSquad(...people);
  const room = await callApi<Room>(people[0].token, 'GET', `/api/squads/${squadId}`);
  const isCaptain = ({ id }: TestAccount) => room.members.some((member) => member.captain && member.id === id);
  const [captain, mate] = isCaptain(people[0]) ? people : [people[1], people[0]];
  await callApi(captain.token, 'PUT', `/api/squads/${squadId}/page`);
  const session = { starts_at: new Date(Date.now() + 20 * 60_000).toISOString(), minutes: 60 };
  const planned = await callApi<Room>(captain.token, 'POST', `/api/squads/${squadId}/sessions`, session);
  const { id: sessionId, version } = planned.sessions[0]!;
  const answer = { version, answer: 'yes' };
  await callApi(mate.token, 'PUT', `/api/squads/${squadId}/sessions/${sessionId}/answer`, answer);
  return { captain, mate, squadId, sessionId };
}
