import { createFrameReader, getReconnectDelay, type Revs } from '../../web/live-frames.ts';
import type { SampleStore } from './sample-store.ts';

/** An error message from the API, with its HTTP status. */
export class ApiRefusalError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Settings and state that all sample players share. */
export type PlayerConnection = { address: string; password: string; store: SampleStore; refused: Set<string> };

type Session = { access_token: string; refresh_token: string; expires_in: number };

const EARLY_MS = 60_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
/**
 * After this many wrong passwords in a row, no sample player signs in anymore. Earlier versions seeded players without
 * a password, and wrong passwords count against the visitor's IP address.
 */
const MAX_REFUSED = 5;

/** One sample player. Opens a session when it's first needed, and keeps a live stream only as long as it's needed. */
export class SamplePlayer {
  readonly id: string;
  private readonly email: string;
  private readonly connection: PlayerConnection;
  private readonly onChange: (topics: string[]) => void;
  private session: { token: string; until: number } | undefined;
  private opening: Promise<string> | undefined;
  private revs: Revs = {};
  private line: AbortController | undefined;

  /** @param onChange called with the player's changed topics, and with all topics the first time */
  constructor(
    { id, email }: { id: string; email: string },
    connection: PlayerConnection,
    onChange: (topics: string[]) => void,
  ) {
    this.id = id;
    this.email = email;
    this.connection = connection;
    this.onChange = onChange;
  }

  get listens(): boolean {
    return this.line !== undefined;
  }

  /**
   * Calls the API as this player.
   * @throws ApiRefusalError with the API's message, or the error that prevented the call
   */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = body ? { method, body: JSON.stringify(body), headers: JSON_TYPE } : { method };
    const response = await this.send(path, init);
    const answerBody = (await response.json().catch(() => undefined)) as T & { error?: { message?: string } };
    if (response.ok) return answerBody;
    throw new ApiRefusalError(response.status, answerBody?.error?.message ?? `${method} ${path}: ${response.status}`);
  }

  /** Opens the live stream and reopens it whenever it ends, until `leave` is called. */
  listen(): void {
    if (this.line) return;
    this.line = new AbortController();
    void this.follow(this.line.signal);
  }

  leave(): void {
    this.line?.abort();
    this.line = undefined;
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const sendRequest = async () => {
      const headers = { ...(init.headers as object), Authorization: `Bearer ${await this.token()}` };
      return fetch(this.connection.address + path, { ...init, headers });
    };
    const response = await sendRequest();
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.session = undefined;
    return sendRequest();
  }

  private async token(): Promise<string> {
    if (this.session && this.session.until > Date.now()) return this.session.token;
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async open(): Promise<string> {
    const { store } = this.connection;
    const refresh_token = store.tokens[this.id];
    const existingSession =
      refresh_token && (await this.signIn('refresh_token', { refresh_token }).catch(() => undefined));
    const session = existingSession || (await this.signInByPassword());
    this.session = { token: session.access_token, until: Date.now() + session.expires_in * 1_000 - EARLY_MS };
    store.tokens[this.id] = session.refresh_token;
    store.save();
    return session.access_token;
  }

  private async signInByPassword(): Promise<Session> {
    const { password, refused } = this.connection;
    if (refused.size >= MAX_REFUSED) throw new ApiRefusalError(403, 'The sample players can no longer sign in.');
    try {
      const session = await this.signIn('password', { email: this.email, password });
      refused.clear();
      return session;
    } catch (error) {
      if (error instanceof ApiRefusalError && error.status === 400) refused.add(this.id);
      throw error;
    }
  }

  private async signIn(grant: string, proof: object): Promise<Session> {
    const response = await fetch(`${this.connection.address}/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(proof),
    });
    if (!response.ok)
      throw new ApiRefusalError(response.status, `${this.email} can't sign in: ${await response.text()}`);
    return (await response.json()) as Session;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      await this.read(signal, () => {
        failures = 0;
      }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1_000 + getReconnectDelay(failures)));
    }
  }

  private async read(signal: AbortSignal, onOpen: () => void): Promise<void> {
    const response = await this.send('/api/live', { signal });
    if (!response.ok || !response.body) throw new ApiRefusalError(response.status, 'No live updates.');
    const readFrames = createFrameReader();
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      for (const { event, data } of readFrames(piece)) {
        if (event !== 'bye') onOpen();
        this.handleEvent(event, data);
      }
    }
  }

  private handleEvent(event: string, data: unknown): void {
    const before = this.revs;
    if (event === 'greeting') this.revs = (data as { topics: Revs }).topics;
    else if (event === 'change') this.revs = { ...before, ...(data as Revs) };
    else if (event === 'words') {
      const { topic, rev } = data as { topic: string; rev: number };
      this.revs = { ...before, [topic]: rev };
    }
    const topics = Object.keys(this.revs).filter((topic) => this.revs[topic] !== before[topic]);
    if (topics.length > 0) this.onChange(topics);
  }
}
