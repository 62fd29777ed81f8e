import { randomUUID } from 'node:crypto';
import type { BrowsePage } from '../../features/lfg/lfg.schema.ts';
import type { Match } from '../../features/matches/matches.schema.ts';
import type { InboxItem } from '../../features/notifications/notifications.schema.ts';
import { FILTER_PLATFORMS } from '../../features/profiles/directory/directory-filters.schema.ts';
import { POSITIONS } from '../../features/profiles/game.schema.ts';
import type { ThreadPage } from '../../features/threads/threads.schema.ts';
import type { Random } from '../../matcher/random.ts';
import type { TimedClient } from './timed-client.ts';
import type { WorkMessages } from './work-messages.ts';
import type { Person } from './working-players.ts';

/** Probability of accepting a match. */
const ACCEPT_SHARE = 0.9;

type PlayerOptions = { client: TimedClient; random: Random; messages: WorkMessages };

type Page = 'home' | 'matches' | 'inbox' | 'squads' | 'room' | 'other';

/** Topics of the user's own stream that change the inbox's counts, which every page shows. */
const COUNTED_KINDS = 'inbox match party squad application applicants booking'.split(' ');

/** The topics that make each page refetch. Keep them in sync with the product's pages. */
const PAGES: Record<Page, readonly string[]> = {
  home: 'person inbox match party squad queue thread messages application applicants booking'.split(' '),
  matches: ['match', 'party', 'squad', 'person'],
  inbox: ['inbox'],
  squads: ['squad', 'thread', 'messages', 'person'],
  room: ['squad', 'thread'],
  other: [],
};

/** A user with one tab open. Each method is one user action, with the requests the browser makes for it. */
export class Player {
  readonly person: Person;
  private readonly client: TimedClient;
  private readonly random: Random;
  private readonly messages: WorkMessages;
  private page: Page = 'other';
  private matches: Match[] = [];
  private listings: BrowsePage['items'] = [];
  private thread: Pick<ThreadPage, 'id' | 'last_seq' | 'read_seq'> | undefined;
  private squadId: string | undefined;
  /** Refetches in progress, and whether more updates arrived in the meantime. */
  private readonly reads = new Map<string, { again: boolean }>();

  constructor(person: Person, { client, random, messages }: PlayerOptions) {
    this.person = person;
    this.client = client;
    this.random = random;
    this.messages = messages;
  }

  private get<T>(kind: string, path: string): Promise<T | undefined> {
    return this.client.ask<T>(kind, { token: this.person.token, path });
  }

  private send<T>(kind: string, method: 'POST' | 'PUT', path: string, body: object): Promise<T | undefined> {
    return this.client.ask<T>(kind, { token: this.person.token, method, path, body });
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[this.random.below(list.length)];
  }

  /** Opens the app and, if the player is in a squad, its page. */
  async arrive(): Promise<void> {
    await this.home();
    await this.lookAtMatches();
    await this.room();
  }

  /** Loads the server-rendered landing page, then the player's own data. */
  async home(): Promise<void> {
    this.page = 'home';
    await this.get('page /', '/');
    await Promise.all([this.dashboard(), this.unread()]);
  }

  private dashboard = () => this.get('home', '/api/dashboard');
  private unread = () => this.get('unread', '/api/notifications/unread');

  async lookAtMatches(): Promise<void> {
    this.page = 'matches';
    await Promise.all([this.readMatches(), this.get('discord', '/api/notifications/connections/discord')]);
  }

  private async readMatches(): Promise<void> {
    const [list] = await Promise.all([
      this.get<{ matches: Match[] }>('matches', '/api/matches'),
      this.get('party', '/api/party'),
      this.get('looking', '/api/matches/looking'),
    ]);
    if (!list) return;
    this.matches = list.matches;
    this.squadId ??= list.matches.find(({ squad_id }) => squad_id)?.squad_id ?? undefined;
  }

  /** Answers the player's open match. If there's none, checks for a new one. */
  async answer(): Promise<void> {
    const openMatch = this.matches.find(({ status, my_response }) => status === 'proposed' && my_response === null);
    if (!openMatch) return this.lookAtMatches();
    this.page = 'matches';
    openMatch.my_response = this.random.next() < ACCEPT_SHARE ? 'accept' : 'decline';
    await this.send('answer', 'POST', `/api/matches/${openMatch.id}/response`, { action: openMatch.my_response });
    await this.readMatches();
  }

  async directory(): Promise<void> {
    this.page = 'other';
    const query = `platform=${this.pick(FILTER_PLATFORMS)}&role=${this.pick(POSITIONS)}`;
    await Promise.all([
      this.get('page directory', `/protocol/find.data?${query}`),
      this.get('directory', `/api/profiles?${query}&free=auto`),
    ]);
  }

  async profile(): Promise<void> {
    this.page = 'other';
    const id = this.pick(this.messages.playerIds)!;
    await this.get('page profile', `/protocol/profile/${id}.data`);
    await Promise.all([
      this.get('profile hidden', `/api/profiles/hidden?ids=${id}`),
      this.get('profile follow', `/api/profiles/${id}/follow`),
    ]);
  }

  async browse(): Promise<void> {
    this.page = 'other';
    const sort = this.random.next() < 0.5 ? 'fit' : 'newest';
    const page = await this.get<BrowsePage>('listings', `/api/lfg/listings?sort=${sort}`);
    this.listings = page?.items.filter(({ mine, application }) => !mine && application === null) ?? [];
  }

  async apply(): Promise<void> {
    const listing = this.pick(this.listings);
    if (!listing) return this.browse();
    this.page = 'other';
    this.listings = this.listings.filter((one) => one !== listing);
    await Promise.all([
      this.get('listing', `/api/lfg/listings/${listing.id}`),
      this.get('listing mine', `/api/lfg/listings/${listing.id}/mine`),
    ]);
    await this.send('apply', 'POST', `/api/lfg/listings/${listing.id}/apply`, { message: 'I can play tonight.' });
  }

  async inbox(): Promise<void> {
    this.page = 'inbox';
    await this.readInbox();
  }

  private async readInbox(): Promise<void> {
    const inbox = await this.get<{ items: InboxItem[] }>('inbox', '/api/notifications?view=all');
    const ids = inbox?.items.filter(({ read }) => !read).map(({ id }) => id) ?? [];
    if (ids.length > 0) await this.send('mark inbox', 'POST', '/api/notifications/read', { ids });
  }

  async squads(): Promise<void> {
    this.page = 'squads';
    await this.readSquads();
  }

  private async readSquads(): Promise<void> {
    const [own] = await Promise.all([
      this.get<{ squads: { id: string }[] }>('squads', '/api/squads'),
      this.get('looking', '/api/matches/looking'),
    ]);
    this.squadId ??= own?.squads[0]?.id;
  }

  /** Opens the squad page with its chat and marks the chat as read. If the player has no squad, checks for one. */
  async room(): Promise<void> {
    if (!this.squadId) return this.squads();
    this.page = 'room';
    await Promise.all([this.readRoom(), this.readThread()]);
  }

  private readRoom = () => this.get('room', `/api/squads/${this.squadId}?explain=denied`);

  private async readThread(): Promise<void> {
    await this.fetchThread();
    await this.markRead();
  }

  private async fetchThread(): Promise<void> {
    const page = await this.get<ThreadPage>('thread', `/api/threads/squad/${this.squadId}?explain=denied`);
    // The player may have left the squad in the meantime.
    if (!page?.messages) return;
    this.thread = { id: page.id, last_seq: page.last_seq, read_seq: page.read_seq };
    this.messages.addMember(page.id, this.person.userId);
    for (const { text } of page.messages) this.messages.recordArrival(text, this.person.userId);
  }

  private async markRead(): Promise<void> {
    const { thread } = this;
    if (!thread || thread.read_seq >= thread.last_seq) return;
    thread.read_seq = thread.last_seq;
    await this.send('mark thread', 'PUT', `/api/threads/${thread.id}/read`, { seq: thread.last_seq });
  }

  async write(): Promise<void> {
    const { thread } = this;
    if (!thread) return this.room();
    this.page = 'room';
    const text = this.messages.begin(thread.id, this.person.userId, this.client.isMeasuring);
    const body = { client_id: randomUUID(), text };
    const sendResponse = await this.send('write', 'POST', `/api/threads/${thread.id}/messages`, body);
    if (!sendResponse) this.messages.handleRefusal(text);
  }

  /** Refetches the inbox's counts and the open page's content, each one request at a time. */
  onTopicChanged(kind: string): void {
    if (COUNTED_KINDS.includes(kind)) this.readAgain('unread', this.unread);
    // Always fetch messages that the update didn't include, even if the chat isn't open, so that they don't count as
    // lost.
    if (kind === 'messages' && this.thread) this.readAgain('thread', () => this.fetchThread());
    this.refreshPage(kind);
  }

  /** Handles the new messages in an update. */
  handleMessages({ messages }: { messages: { seq: number; text: string }[] }): void {
    for (const { seq, text } of messages) {
      this.messages.recordArrival(text, this.person.userId);
      if (this.thread && seq > this.thread.last_seq) this.thread.last_seq = seq;
    }
    if (this.page === 'room') this.readAgain('mark', () => this.markRead());
    else this.refreshPage('messages');
  }

  private refreshPage(kind: string): void {
    const { page } = this;
    if (!PAGES[page].includes(kind)) return;
    if (page === 'home') this.readAgain(page, this.dashboard);
    if (page === 'matches') this.readAgain(page, () => this.readMatches());
    if (page === 'inbox') this.readAgain(page, () => this.readInbox());
    if (page === 'squads') this.readAgain(page, () => this.readSquads());
    if (page !== 'room' || !this.squadId) return;
    if (kind === 'squad') this.readAgain(page, this.readRoom);
    this.readAgain('thread', () => this.readThread());
  }

  private readAgain(what: string, read: () => Promise<unknown>): void {
    const runningRead = this.reads.get(what);
    if (runningRead) {
      runningRead.again = true;
      return;
    }
    const turn = { again: false };
    this.reads.set(what, turn);
    void read().finally(() => {
      this.reads.delete(what);
      if (turn.again) this.readAgain(what, read);
    });
  }
}
