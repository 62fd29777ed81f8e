import type { Match } from '../../features/matches/matches.schema.ts';
import type { Audience } from './sample-audience.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import { chooseFour, type PlayerCard, rankByFit } from './sample-fit.ts';
import { answerMatch } from './sample-matches.ts';

/** A published player without a match for this long gets players freed for them. The first search takes seconds. */
const WAIT_MS = 8_000;
/**
 * Sample players considered per new player: the four best fits, plus enough others that at least one shares
 * availability.
 */
const CANDIDATES_PER_PERSON = 16;
const MAX_TRIES = 3;
const MAX_REMEMBERED = 2_000;

/**
 * Reads the newest matches from the admin console, as the sample admin. No other view shows which sample players were
 * matched with a person; without it, their answers took up to half an hour.
 */
export class SampleAdminConsole {
  private readonly crowd: SampleCrowd;
  private readonly read = new Set<string>();
  private readonly waiting = new Map<string, { since: number; tries: number }>();

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  /** Makes the sample players answer new matches that include people. */
  async answerNewMatches(): Promise<void> {
    const { matches } = await this.crowd.admin.ask<{ matches: Pick<Match, 'id' | 'status'>[] }>(
      'GET',
      '/api/matches/latest',
    );
    for (const { id, status } of matches) {
      if (status !== 'proposed' || this.read.has(id)) continue;
      answerMatch(this.crowd, await this.crowd.admin.ask<Match>('GET', `/api/matches/${id}`));
      this.read.add(id);
      if (this.read.size > MAX_REMEMBERED) this.read.delete(this.read.values().next().value!);
    }
  }

  /** Frees sample players for a person who has waited without a match, and requests a matching round. */
  async freeCandidates({ people }: Audience): Promise<void> {
    const now = Date.now();
    for (const person of people) {
      const wait = this.waiting.get(person.id) ?? { since: now, tries: 0 };
      this.waiting.set(person.id, wait);
      if (this.crowd.hasProposal(person.id) || wait.tries >= MAX_TRIES || now - wait.since < WAIT_MS) continue;
      this.waiting.set(person.id, { since: now, tries: wait.tries + 1 });
      for (const id of this.listCandidates(person)) await this.free(id);
      await this.crowd.admin.ask('POST', '/api/matches/run', {});
      return;
    }
  }

  private listCandidates(person: PlayerCard): string[] {
    const cards = this.crowd.cards();
    const ids = [...(chooseFour(cards, [person]) ?? []), ...rankByFit(cards, person)].map(({ id }) => id);
    return [...new Set(ids)].slice(0, CANDIDATES_PER_PERSON);
  }

  /** Declines this player's matches that contain only sample players. */
  private async free(userId: string): Promise<void> {
    const { matches } = await this.crowd.ask<{ matches: Match[] }>(userId, 'GET', '/api/matches');
    for (const { id, status, members } of matches) {
      if (status !== 'proposed' || !members.every((member) => this.crowd.isSample(member.id))) continue;
      await this.crowd.ask(userId, 'POST', `/api/matches/${id}/response`, { action: 'decline' });
    }
  }
}
