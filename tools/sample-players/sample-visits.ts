import type { Audience } from './sample-audience.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import { rankByFit } from './sample-fit.ts';
import { lookAtInvitations } from './sample-invitations.ts';
import { lookAtMatches } from './sample-matches.ts';

/** Maximum number of likely players: those who fit a person and their neighbors in the directory. */
const MAX_LIKELY = 30;
/** Of the hundred sign-ins per hour, this many are reserved for players who play or have a pending request. */
const RESERVED_SIGN_INS = 75;

/**
 * Makes sample players without a live stream check in occasionally, as people do. Good fits for someone new do so more
 * often.
 */
export class SampleVisits {
  private readonly crowd: SampleCrowd;
  private rounds: [string[], string[]] = [[], []];
  private turn = 0;

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  /** Lets one player check in: alternately one who's likely to be needed and one of all. */
  async round({ people, neighbours }: Audience): Promise<void> {
    const which = this.turn++ % 2 === 0 ? 0 : 1;
    if (this.rounds[which].length === 0)
      this.rounds[which] = which === 0 ? this.likely(people, neighbours) : this.all();
    const next = this.rounds[which].shift();
    const player = next && this.crowd.players.get(next);
    if (!player || player.listens) return;
    if (this.crowd.canAfford(player.id, RESERVED_SIGN_INS)) await this.visit(player.id);
  }

  private all(): string[] {
    return [...this.crowd.players.keys()];
  }

  private likely(people: Audience['people'], neighbours: readonly string[]): string[] {
    const cards = [...this.crowd.players.values()].map(({ card }) => card);
    const fitting = people.flatMap((person) => rankByFit(cards, person).slice(0, MAX_LIKELY)).map(({ id }) => id);
    return [...new Set([...fitting, ...neighbours.slice(0, MAX_LIKELY)])];
  }

  private async visit(userId: string): Promise<void> {
    await lookAtMatches(this.crowd, userId);
    await lookAtInvitations(this.crowd, userId);
  }
}
