import { SampleAgenda } from './sample-agenda.ts';
import { isSquad, type PlayerCard, type SampleCard } from './sample-fit.ts';
import { ApiRefusalError, SamplePlayer } from './sample-player.ts';
import { openSampleStore, type SampleStore } from './sample-store.ts';

export type CrowdOptions = {
  /** Base URL of the server. */
  address: string;
  cards: readonly SampleCard[];
  /** Email of the sample admin, who has the same password. */
  adminEmail: string;
  password: string;
  /** File that stores sessions between starts. */
  file: string;
  warn: (sentence: string) => void;
  /** Called with the topics that changed for a player. */
  onChange: (userId: string, topics: string[]) => void;
};

/** Maximum number of players with live updates; only the most recently engaged ones keep theirs. */
const MAX_ENGAGED = 40;

/** All sample players of a demo, and which of them are active. */
export class SampleCrowd {
  readonly cards: readonly SampleCard[];
  readonly players: ReadonlyMap<string, SamplePlayer>;
  /** The client that reads the admin console. */
  readonly admin: SamplePlayer;
  /** People in the directory. */
  people: readonly PlayerCard[] = [];
  /** Ids of people who have had an open match. */
  readonly proposed = new Set<string>();
  /** Ids of sample players known to have no open match. */
  readonly free = new Set<string>();
  private readonly byId: ReadonlyMap<string, SampleCard>;
  private readonly store: SampleStore;
  private readonly agenda: SampleAgenda;
  private readonly warn: (sentence: string) => void;
  private readonly engaged = new Set<string>();
  private readonly queued = new Set<string>();

  constructor({ address, cards, adminEmail, password, file, warn, onChange }: CrowdOptions) {
    this.cards = cards;
    this.warn = warn;
    this.byId = new Map(cards.map((card) => [card.id, card]));
    this.store = openSampleStore(file);
    this.agenda = new SampleAgenda((error, what) => this.reportError(error, what));
    const connection = { address, password, store: this.store, refused: new Set<string>() };
    const openPlayer = (card: { id: string; email: string }) =>
      new SamplePlayer(card, connection, (topics) => onChange(card.id, topics));
    this.players = new Map(cards.map((card) => [card.id, openPlayer(card)]));
    this.admin = openPlayer({ id: 'admin', email: adminEmail });
    this.engage(this.store.engaged.filter(this.isSample));
  }

  readonly isSample = (userId: string): boolean => this.players.has(userId);

  /** Calls the API as this player. */
  ask<T>(userId: string, method: string, path: string, body?: object): Promise<T> {
    return this.players.get(userId)!.ask<T>(method, path, body);
  }

  /** Runs the work once after a delay. */
  once(name: string, seconds: number, work: () => Promise<unknown>): void {
    this.agenda.once(name, seconds, work);
  }

  /** Runs the work now, never concurrently with work of the same name. */
  runExclusive(name: string, work: () => Promise<unknown>): void {
    this.agenda.runExclusive(name, work);
  }

  /** Marks players as interacting with people, so that they receive live updates from now on. */
  engage(userIds: readonly string[]): void {
    const hasNew = userIds.some((id) => !this.engaged.has(id));
    for (const id of userIds) {
      // Re-add the id, so it moves to the end with the most recent ones.
      this.engaged.delete(id);
      this.engaged.add(id);
    }
    const excessIds = [...this.engaged].slice(0, -MAX_ENGAGED);
    for (const id of excessIds) this.engaged.delete(id);
    for (const id of [...excessIds, ...userIds]) this.updateStream(id);
    if (!hasNew) return;
    this.store.engaged = [...this.engaged];
    this.store.save();
  }

  /** Sets whether a player receives live updates even if they aren't engaged. */
  setQueued(userId: string, isQueued: boolean): void {
    if (isQueued) this.queued.add(userId);
    else this.queued.delete(userId);
    this.updateStream(userId);
  }

  private updateStream(userId: string): void {
    const player = this.players.get(userId);
    if (this.engaged.has(userId) || this.queued.has(userId)) player?.listen();
    else player?.leave();
  }

  /** Returns the card of a sample player or a person in the directory. */
  cardOf(userId: string): PlayerCard | undefined {
    return this.byId.get(userId) ?? this.people.find(({ id }) => id === userId);
  }

  /** Returns whether a known free player could take this member's spot in a squad. */
  canReplace(userId: string, memberIds: readonly string[]): boolean {
    const otherMembers = memberIds.filter((id) => id !== userId).flatMap((id) => this.cardOf(id) ?? []);
    return [...this.free].some((id) => isSquad([...otherMembers, this.byId.get(id)!]));
  }

  stop(): void {
    this.agenda.close();
    for (const player of this.players.values()) player.leave();
    this.store.close();
  }

  /**
   * Warns about an error and returns whether to retry. A refused action is outdated and isn't retried. Any other error,
   * including a rate limit, may be gone next time.
   */
  private reportError(error: unknown, what: string): boolean {
    if (error instanceof ApiRefusalError && error.status < 500 && error.status !== 429) return false;
    this.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return true;
  }
}

/** Schedules one API call by a player, after a delay. */
export function scheduleCall(
  crowd: Pick<SampleCrowd, 'once' | 'ask'>,
  name: string,
  seconds: number,
  ...call: [userId: string, method: string, path: string, body: object]
): void {
  crowd.once(name, seconds, () => crowd.ask(...call));
}
