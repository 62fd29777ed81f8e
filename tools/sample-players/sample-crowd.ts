import type { Crowd } from './crowd-parts.ts';
import { SampleAgenda } from './sample-agenda.ts';
import { isSquad, type PlayerCard, type SampleCard } from './sample-fit.ts';
import { lookAtInvitations } from './sample-invitations.ts';
import { SampleKeys } from './sample-keys.ts';
import { lookAtMatch } from './sample-matches.ts';
import { ApiRefusalError, SamplePlayer } from './sample-player.ts';
import { SampleQueue } from './sample-queue.ts';
import { lookAtSquad, lookAtThread } from './sample-squads.ts';

export type CrowdOptions = {
  /** Base URL of the server. */
  address: string;
  cards: readonly SampleCard[];
  /** Email of the sample admin, who uses the same password. */
  adminEmail: string;
  /** Password shared by all sample players, if they can sign in with one. */
  password?: string | undefined;
  /** File in which sessions are kept; undefined keeps them in memory only. */
  file?: string | undefined;
  warn: (sentence: string) => void;
};

/** Maximum number of players with live updates; the most recently engaged ones are kept. */
const MAX_ENGAGED = 40;
/** The limit applies per IP address, which people share with the sample players. */
const MAX_SIGN_INS_PER_HOUR = 100;
const BETWEEN_SIGN_INS_MS = 250;
const HOUR_MS = 3_600_000;
const MAX_SQUADS_REMEMBERED = 1_000;
/** The admin's profile doesn't matter here. */
const NO_CARD: Omit<SampleCard, 'id' | 'email'> = {
  ...{ login: '', role: '', flex_positions: [], platform: '', crossplay: false, region: '', modes: [], languages: [] },
  ...{ overall_rating: null, competitive_level: null, playstyle: [], archetypes: [], mic: false },
};

/** All sample players of one demo, and which of them are active. */
export class SampleCrowd implements Crowd {
  readonly players: ReadonlyMap<string, SamplePlayer>;
  /** Reads the admin console; otherwise a client like the others. */
  readonly admin: SamplePlayer;
  readonly stopped = new AbortController();
  readonly queue: SampleQueue = new SampleQueue(this);
  private readonly allCards: readonly SampleCard[];
  private readonly keys: SampleKeys;
  private readonly agenda: SampleAgenda;
  private readonly warn: (sentence: string) => void;
  private readonly engaged = new Set<string>();
  private readonly proposed = new Set<string>();
  private readonly free = new Set<string>();
  private people: ReadonlyMap<string, PlayerCard> = new Map();
  private readonly squads = new Map<string, string>();
  private readonly signIns: number[] = [];
  private turn: Promise<unknown> = Promise.resolve();

  constructor({ address, cards, adminEmail, password, file, warn }: CrowdOptions) {
    this.warn = warn;
    this.allCards = cards;
    this.keys = new SampleKeys(file);
    this.agenda = new SampleAgenda((error, what) => this.failed(error, what));
    const door = { address, password, keys: this.keys, admit: () => this.admit(), signal: this.stopped.signal };
    const heard = (player: SamplePlayer, topics: string[]) => this.hear(player, topics);
    this.players = new Map(cards.map((card) => [card.id, new SamplePlayer(card, door, heard)]));
    // A separate connection, because a changed admin password says nothing about the players' password.
    this.admin = new SamplePlayer({ ...NO_CARD, id: 'admin', email: adminEmail }, { ...door }, () => {});
    this.engage(this.keys.engaged().filter(this.isSample));
  }

  readonly isSample = (userId: string): boolean => this.players.has(userId);

  ask<T>(userId: string, method: string, path: string, body?: object): Promise<T> {
    return this.players.get(userId)!.ask<T>(method, path, body);
  }

  once(name: string, seconds: number, work: () => Promise<unknown>): void {
    this.agenda.once(name, seconds, work);
  }

  look(name: string, work: () => Promise<unknown>): void {
    this.agenda.look(name, work);
  }

  engage(userIds: readonly string[]): void {
    const fresh = userIds.filter((id) => !this.engaged.has(id));
    for (const id of userIds) {
      // Re-adding moves the ID to the end, where the most recent ones are.
      this.engaged.delete(id);
      this.engaged.add(id);
      this.players.get(id)?.listen();
    }
    for (const id of this.engaged) {
      if (this.engaged.size <= MAX_ENGAGED) break;
      this.engaged.delete(id);
      if (!this.queue.members().includes(id)) this.players.get(id)?.leave();
    }
    if (fresh.length > 0) this.keys.keepEngaged([...this.engaged]);
  }

  callIn(userIds: readonly string[]): void {
    for (const id of userIds) {
      if (this.players.get(id)?.listens) continue;
      this.engage([id]);
    }
  }

  found(personIds: readonly string[]): void {
    for (const id of personIds) this.proposed.add(id);
  }

  /** Whether this person is known to have an open match. */
  hasProposal(personId: string): boolean {
    return this.proposed.has(personId);
  }

  noteFree(userId: string, free: boolean): void {
    if (free) this.free.add(userId);
    else this.free.delete(userId);
  }

  canReplace(userId: string, memberIds: readonly string[]): boolean {
    const others = memberIds.filter((id) => id !== userId).flatMap((id) => this.cardOf(id) ?? []);
    const free = [...this.free].flatMap((id) => this.cardOf(id) ?? []);
    return others.length === memberIds.length - 1 && free.some((one) => isSquad([...others, one]));
  }

  /** Stores the people currently in the directory. */
  meet(people: readonly PlayerCard[]): void {
    this.people = new Map(people.map((person) => [person.id, person]));
  }

  cards(): readonly SampleCard[] {
    return this.allCards;
  }

  around(userId: string, here: boolean): void {
    if (here) this.players.get(userId)?.listen();
    else if (!this.engaged.has(userId)) this.players.get(userId)?.leave();
  }

  cardOf(userId: string): PlayerCard | undefined {
    return this.players.get(userId)?.card ?? this.people.get(userId);
  }

  isEngaged(userId: string): boolean {
    return this.engaged.has(userId);
  }

  /**
   * Whether calling the API as this player needs no sign-in, or enough sign-ins remain for players with pending
   * requests.
   */
  canAfford(userId: string, reserve: number): boolean {
    return this.isKnown(userId) || this.signInsLeft() > reserve;
  }

  isKnown(userId: string): boolean {
    return this.players.get(userId)?.isKnown ?? false;
  }

  private signInsLeft(): number {
    const since = Date.now() - HOUR_MS;
    while (this.signIns[0] !== undefined && this.signIns[0] < since) this.signIns.shift();
    return MAX_SIGN_INS_PER_HOUR - this.signIns.length;
  }

  remember(threadId: string, squadId: string): void {
    this.squads.set(threadId, squadId);
    if (this.squads.size > MAX_SQUADS_REMEMBERED) this.squads.delete(this.squads.keys().next().value!);
  }

  stop(): void {
    this.agenda.close();
    for (const player of this.players.values()) player.leave();
    this.stopped.abort();
    this.keys.close();
  }

  /** Admits sign-ins one at a time, with a pause in between. */
  private admit(): Promise<void> {
    const mine = this.turn.then(async () => {
      if (this.signInsLeft() <= 0) throw new Error('Enough have signed in within this hour.');
      this.signIns.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_SIGN_INS_MS));
    });
    this.turn = mine.catch(() => {});
    return mine;
  }

  private hear(player: SamplePlayer, topics: string[]): void {
    const { id: userId } = player;
    for (const topic of topics) {
      const [kind, id = ''] = topic.split(':');
      const squadId = this.squads.get(id);
      if (kind === 'match') this.look(topic, () => lookAtMatch(this, userId, id));
      else if (kind === 'queue') this.look(topic, () => this.queue.look(id));
      else if (kind === 'squad') this.look(`squad ${id}`, () => lookAtSquad(this, userId, id));
      else if (kind === 'messages' && squadId)
        this.look(`thread ${squadId}`, () => lookAtThread(this, userId, squadId));
      else if (kind === 'party' || kind === 'inbox' || kind === 'person') {
        this.look(`invitations ${userId}`, () => lookAtInvitations(this, userId));
      }
    }
  }

  /**
   * Decides whether to retry. A refused action is outdated; anything else, including a rate limit, may work next time.
   */
  private failed(error: unknown, what: string): boolean {
    if (error instanceof ApiRefusalError && error.status < 500 && error.status !== 429) return false;
    if (!this.stopped.signal.aborted) this.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return true;
  }
}
