import type { Audience } from './sample-audience.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import { likeliest } from './sample-fit.ts';
import { lookAtInvitations } from './sample-invitations.ts';
import { lookAtMatches } from './sample-matches.ts';

/** The matcher takes a moment after somebody has published their profile. */
const LOOK_AFTER_MS = 4_000;
/** So many are looked at for one person who is new, and for everybody else as long as this has not found them. */
const SEARCHED = 80;
/** Of those who fit a person, and of their neighbours in the directory. */
const LIKELY = 30;
/** Sign-ins that are left, of a hundred an hour, for whoever plays or is asked for something. */
const RESERVED = { search: 60, round: 75 };

type Search = { from: number; left: string[] };

/**
 * Nobody can hear the news of everybody, so sample players who are not around have a look now and then, as people do:
 * those first who fit somebody new, because the matcher asks those.
 */
export class SampleRounds {
  private readonly crowd: SampleCrowd;
  private readonly searches = new Map<string, Search>();
  private rounds: [string[], string[]] = [[], []];
  private turn = 0;

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  /** Looks once for somebody who is asked together with a new person. @returns whether there was anybody to look for */
  async search({ people }: Audience): Promise<boolean> {
    const now = Date.now();
    const cards = [...this.crowd.players.values()].map(({ card }) => card);
    for (const person of people) {
      if (this.searches.has(person.id)) continue;
      const left = likeliest(cards, person).map(({ id }) => id);
      this.searches.set(person.id, { from: now + LOOK_AFTER_MS, left: left.slice(0, SEARCHED) });
    }
    // In turn: whoever is asked together with nobody, such as an admin, must not use up the sign-ins of the others.
    const sought = people
      .filter(({ id }) => !this.crowd.hasProposal(id))
      .map(({ id }) => this.searches.get(id)!)
      .toSorted((one, other) => other.left.length - one.left.length);
    for (const search of sought) {
      if (now < search.from) continue;
      const next = search.left.findIndex((id) => this.crowd.canAfford(id, RESERVED.search));
      if (next < 0) continue;
      await this.visit(search.left.splice(next, 1)[0]!);
      return true;
    }
    return false;
  }

  /** One of everybody has a look: by turns one who is likely to be asked for something, and one of all. */
  async round({ people, neighbours }: Audience): Promise<void> {
    const which = this.turn++ % 2 === 0 ? 0 : 1;
    if (this.rounds[which].length === 0)
      this.rounds[which] = which === 0 ? this.likely(people, neighbours) : this.all();
    const next = this.rounds[which].shift();
    const player = next && this.crowd.players.get(next);
    if (!player || player.listens) return;
    if (this.crowd.canAfford(player.id, RESERVED.round)) await this.visit(player.id);
  }

  private all(): string[] {
    return [...this.crowd.players.keys()];
  }

  private likely(people: Audience['people'], neighbours: readonly string[]): string[] {
    const cards = [...this.crowd.players.values()].map(({ card }) => card);
    const fitting = people.flatMap((person) => likeliest(cards, person).slice(0, LIKELY)).map(({ id }) => id);
    return [...new Set([...fitting, ...neighbours.slice(0, LIKELY)])];
  }

  private async visit(userId: string): Promise<void> {
    await lookAtMatches(this.crowd, userId);
    await lookAtInvitations(this.crowd, userId);
  }
}
