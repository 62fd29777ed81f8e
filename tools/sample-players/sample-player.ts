import { createFrameReader, type Revs } from '../../web/live-frames.ts';
import type { SampleCard } from './sample-fit.ts';
import type { SampleKeys } from './sample-keys.ts';
import { type GivenSession, refreshSession, signInAtProvider, signInByPassword } from './sample-sign-in.ts';

/** The API's error message, with the HTTP status. */
export class ApiRefusalError extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Settings and state that all sample players share. */
export type PlayerConnection = {
  address: string;
  keys: SampleKeys;
  /** Shared password for signing in; undefined after one of them failed to sign in with it. */
  password: string | undefined;
  /** Waits until another sign-in is allowed. @throws Error when none is allowed for a while */
  admit: () => Promise<void>;
  /** Stops everything. */
  signal: AbortSignal;
};

const EARLY_MS = 60_000;
const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 120_000;

/** One sample player: a session opened when it's needed, and a live stream while someone needs it. */
export class SamplePlayer {
  readonly card: SampleCard;
  private readonly door: PlayerConnection;
  private readonly heard: (player: SamplePlayer, topics: string[]) => void;
  private session: { token: string; until: number } | undefined;
  private opening: Promise<string> | undefined;
  private revs: Revs = {};
  private line: AbortController | undefined;

  /** @param heard called with the player's changed topics; the first time with all of them */
  constructor(card: SampleCard, door: PlayerConnection, heard: (player: SamplePlayer, topics: string[]) => void) {
    this.card = card;
    this.door = door;
    this.heard = heard;
  }

  get id(): string {
    return this.card.id;
  }

  get listens(): boolean {
    return this.line !== undefined;
  }

  /** Whether an API call needs no sign-in at the provider. */
  get isKnown(): boolean {
    const { password, keys } = this.door;
    return password !== undefined || this.session !== undefined || keys.token(this.id) !== undefined;
  }

  /**
   * Calls the API as this player.
   * @throws ApiRefusalError with the API's message, or whatever error prevented the call
   */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.send(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
    });
    const said = (await answer.json().catch(() => undefined)) as T & { error?: { message?: string } };
    if (answer.ok) return said;
    throw new ApiRefusalError(answer.status, said?.error?.message ?? `${method} ${path}: ${answer.status}`);
  }

  /** Opens the live stream, and reopens it whenever it ends, until `leave` is called. */
  listen(): void {
    if (this.line) return;
    this.line = new AbortController();
    void this.follow(this.line.signal);
  }

  leave(): void {
    this.line?.abort();
    this.line = undefined;
  }

  private async send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const ask = async () => {
      const headers = { ...init.headers, Authorization: `Bearer ${await this.token()}` };
      return fetch(this.door.address + path, { signal: this.door.signal, ...init, headers });
    };
    const answer = await ask();
    if (answer.status !== 401) return answer;
    await answer.body?.cancel();
    this.session = undefined;
    return ask();
  }

  private token(): Promise<string> {
    if (this.session && this.session.until > Date.now()) return Promise.resolve(this.session.token);
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async open(): Promise<string> {
    const { address, keys, admit } = this.door;
    const kept = keys.token(this.id);
    const again = kept ? await refreshSession(address, kept).catch(() => undefined) : undefined;
    if (again) return this.take(again);
    keys.keep(this.id, undefined);
    const byPassword = await this.openByPassword();
    if (byPassword) return this.take(byPassword);
    await admit();
    // Signing in would create the account if it didn't exist.
    const profile = await fetch(`${address}/api/profiles/${this.id}`, { signal: this.door.signal });
    await profile.body?.cancel();
    if (!profile.ok) throw new ApiRefusalError(profile.status, `${this.card.login} does not play here`);
    return this.take(await signInAtProvider(address, this.card.login));
  }

  /**
   * Sign-ins through the provider count toward the limit of an IP address, which people share. Password sign-ins don't.
   */
  private async openByPassword(): Promise<GivenSession | undefined> {
    const { address, password } = this.door;
    if (password === undefined) return undefined;
    const session = await signInByPassword(address, this.card.email, password);
    // This demo was seeded before its players had passwords.
    if (!session) this.door.password = undefined;
    return session;
  }

  private take({ access_token, refresh_token, expires_in }: GivenSession): string {
    this.session = { token: access_token, until: Date.now() + expires_in * 1_000 - EARLY_MS };
    this.door.keys.keep(this.id, refresh_token);
    return access_token;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted && !this.door.signal.aborted; failures++) {
      try {
        await this.read(signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (error instanceof ApiRefusalError && error.status === 404) return;
      }
      const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    }
  }

  private async read(signal: AbortSignal, opened: () => void): Promise<void> {
    const answer = await this.send('/api/live', { signal: AbortSignal.any([signal, this.door.signal]) });
    if (!answer.ok || !answer.body) throw new ApiRefusalError(answer.status, 'no live news');
    const framesOf = createFrameReader();
    const utf8 = new TextDecoder();
    for await (const piece of answer.body) {
      for (const { event, data } of framesOf(utf8.decode(piece as Uint8Array, { stream: true }))) {
        if (event !== 'bye') opened();
        this.learn(event, data);
      }
    }
  }

  private learn(event: string, data: unknown): void {
    const before = this.revs;
    if (event === 'greeting') this.revs = (data as { topics: Revs }).topics;
    else if (event === 'change') this.revs = { ...before, ...(data as Revs) };
    else if (event === 'words') this.revs = { ...before, [(data as Word).topic]: (data as Word).rev };
    else return;
    const changed = Object.keys(this.revs).filter((topic) => this.revs[topic] !== before[topic]);
    if (changed.length > 0) this.heard(this, changed);
  }
}

type Word = { topic: string; rev: number };
