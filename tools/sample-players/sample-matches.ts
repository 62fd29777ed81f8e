import type { Match } from '../../features/matches/matches.schema.ts';
import type { Crowd } from './crowd-parts.ts';
import { chooseForMatch } from './sample-choices.ts';

const isOpenSquad = ({ status, members }: Match) => status === 'proposed' && members.length > 2;

/** Handles this player's matches with people in them. Matches between sample players only are ignored. */
export async function lookAtMatches(crowd: Crowd, userId: string): Promise<void> {
  const { matches } = await crowd.ask<{ matches: Match[] }>(userId, 'GET', '/api/matches');
  crowd.noteFree(userId, !matches.some(isOpenSquad));
  for (const match of matches) answerMatch(crowd, match);
}

export async function lookAtMatch(crowd: Crowd, userId: string, id: string): Promise<void> {
  answerMatch(crowd, await crowd.ask<Match>(userId, 'GET', `/api/matches/${id}`));
}

/** Makes the sample players in a match with people answer, each after their own delay. */
export function answerMatch(crowd: Crowd, match: Match): void {
  const { id, status, members } = match;
  const people = members.filter((member) => !crowd.isSample(member.id));
  if (people.length === 0 || status !== 'proposed') return;
  crowd.found(people.map((person) => person.id));
  const samples = members.filter((member) => crowd.isSample(member.id));
  const asked = samples.map((member) => member.id);
  crowd.engage(asked);
  for (const { id: userId, response } of samples) {
    crowd.noteFree(userId, !isOpenSquad(match));
    if (response !== null) continue;
    const { answer, seconds } = chooseForMatch(id, asked, userId, () => canReplace(crowd, match, userId));
    crowd.once(`match ${id} ${userId}`, seconds, () =>
      crowd.ask(userId, 'POST', `/api/matches/${id}/response`, { action: answer }),
    );
  }
}

/** A match that already got a replacement isn't touched again. */
const canReplace = (crowd: Crowd, { members }: Match, userId: string) =>
  !members.some((member) => member.substitute) &&
  crowd.canReplace(
    userId,
    members.map((member) => member.id),
  );
