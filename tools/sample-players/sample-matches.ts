import type { Match } from '../../features/matches/matches.schema.ts';
import { chooseForMatch } from './sample-choices.ts';
import { type SampleCrowd, scheduleCall } from './sample-crowd.ts';
import { chooseFour, type PlayerCard, rankByFit } from './sample-fit.ts';

/** Wait after which sample players are freed for a published player without a match. The first search takes seconds. */
const WAIT_MS = 8_000;
const MAX_TRIES = 3;
/**
 * Number of sample players to free per new person: the four best fits, and enough others that some share availability.
 */
const CANDIDATES_PER_PERSON = 16;

const isOpenSquad = ({ status, members }: Match) => status === 'proposed' && members.length > 2;
const listOwnMatches = async (crowd: SampleCrowd, userId: string) =>
  (await crowd.ask<{ matches: Match[] }>(userId, 'GET', '/api/matches')).matches;

/** Answers this sample player's matches that include a real player. Ignores the rest. */
export async function handleMatches(crowd: SampleCrowd, userId: string): Promise<void> {
  const matches = await listOwnMatches(crowd, userId);
  updateFree(crowd, userId, !matches.some(isOpenSquad));
  for (const match of matches) answerMatch(crowd, match);
}

export async function handleMatch(crowd: SampleCrowd, userId: string, id: string): Promise<void> {
  answerMatch(crowd, await crowd.ask<Match>(userId, 'GET', `/api/matches/${id}`));
}

function updateFree({ free }: SampleCrowd, userId: string, isFree: boolean): void {
  if (isFree) free.add(userId);
  else free.delete(userId);
}

/** Schedules the sample players' answers to a match that includes people, each after their own delay. */
function answerMatch(crowd: SampleCrowd, match: Match): void {
  const { id, status, members } = match;
  const [samples = [], people = []] = [true, false].map((isSample) =>
    members.filter((member) => crowd.isSample(member.id) === isSample),
  );
  if (people.length === 0 || status !== 'proposed') return;
  for (const person of people) crowd.proposed.add(person.id);
  const sampleIds = samples.map((member) => member.id);
  crowd.engage(sampleIds);
  for (const { id: userId, response } of samples) {
    updateFree(crowd, userId, !isOpenSquad(match));
    if (response !== null) continue;
    // A match gets at most one replacement.
    const canReplace = () =>
      !members.some((member) => member.substitute) &&
      crowd.canReplace(
        userId,
        members.map((member) => member.id),
      );
    const { answer: action, seconds } = chooseForMatch(id, sampleIds, userId, canReplace);
    scheduleCall(crowd, `match ${id} ${userId}`, seconds, userId, 'POST', `/api/matches/${id}/response`, { action });
  }
}

/**
 * Reads the newest matches from the admin console, as the sample admin. No other view shows which sample players were
 * matched with a person. Without this information, their answers would take up to half an hour.
 */
export class SampleAdminConsole {
  private readonly crowd: SampleCrowd;
  private read = new Set<string>();
  private readonly waitingById = new Map<string, { since: number; tries: number }>();

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  /**
   * Schedules the sample players' answers to new matches that include a real player. Reads people's own matches too,
   * because one matching round can add more sample players' matches than the newest list holds.
   */
  async answerNewMatches(): Promise<void> {
    const { admin, people } = this.crowd;
    const openIds = new Set<string>();
    const ofPeople = people.length === 0 ? [] : [`?players=${people.map(({ id }) => id).join()}`];
    for (const query of ['', ...ofPeople]) {
      const { matches } = await admin.ask<{ matches: Match[] }>('GET', `/api/matches/latest${query}`);
      for (const { id, status } of matches) if (status === 'proposed') openIds.add(id);
    }
    for (const id of openIds) {
      if (!this.read.has(id)) answerMatch(this.crowd, await admin.ask<Match>('GET', `/api/matches/${id}`));
      this.read.add(id);
    }
    this.read = openIds;
  }

  /** Frees sample players for a person who has waited without a match, and requests a matching round. */
  async freeCandidates(): Promise<void> {
    const now = Date.now();
    for (const person of this.crowd.people) {
      const waitingRow = this.waitingById.get(person.id) ?? { since: now, tries: 0 };
      this.waitingById.set(person.id, waitingRow);
      if (this.crowd.proposed.has(person.id) || waitingRow.tries >= MAX_TRIES || now - waitingRow.since < WAIT_MS)
        continue;
      this.waitingById.set(person.id, { since: now, tries: waitingRow.tries + 1 });
      for (const id of this.listCandidates(person)) await this.free(id);
      return void (await this.crowd.admin.ask('POST', '/api/matches/run', {}));
    }
  }

  private listCandidates(person: PlayerCard): string[] {
    const { cards } = this.crowd;
    const ids = [...(chooseFour(cards, [person]) ?? []), ...rankByFit(cards, person)].map(({ id }) => id);
    return [...new Set(ids)].slice(0, CANDIDATES_PER_PERSON);
  }

  /** Declines this player's matches that contain only sample players. */
  private async free(userId: string): Promise<void> {
    for (const { id, status, members } of await listOwnMatches(this.crowd, userId)) {
      if (status !== 'proposed' || !members.every((member) => this.crowd.isSample(member.id))) continue;
      await this.crowd.ask(userId, 'POST', `/api/matches/${id}/response`, { action: 'decline' });
    }
  }
}
