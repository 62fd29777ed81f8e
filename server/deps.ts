import type { Bus } from '../db/bus.ts';
import type { Database, Db } from '../db/database.ts';
import type { ResolveHost } from '../integrations/public-address.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';

/** What commands and handlers need; opened once at start, passed along, replaced piece by piece in tests. */
export type Deps = {
  db: Db;
  reads: Db;
  database: Database;
  env: Env;
  bus: Bus;
  jobs: Jobs;
  log: Log;
  /** Reads, cuts and draws pictures and documents, beside this process. */
  pictures: Pictures;
  /** What the features above have put into the places that features below left open. */
  wiring: Wiring;
  /** The only clock of the product; tests move it. */
  now: () => Date;
  fetch: typeof fetch;
  /** Where names of hosts lead that people gave us. */
  resolve: ResolveHost;
};

/** What kept pages show that changes; each operation that pages are made of says what it shows. */
export type PageContent = 'players' | 'listings' | 'offers' | 'coaches' | 'seats' | 'tournament';

/**
 * What has changed of what everybody may see: pages that show it are made anew. With neither field it is everything.
 */
export type PublicPagesChange = {
  shown?: readonly PageContent[];
  /** Addresses begin with one of these. They are forgotten at once, as is everything where nothing is named. */
  under?: readonly string[];
  /** Something must not be seen any more, not even for the moment in which a page is made anew. */
  gone?: true;
};

/** Tells this node and the others what kept pages show no longer as it is. */
export const notifyPublicPagesChanged = (deps: Pick<Deps, 'bus'>, news: PublicPagesChange): Promise<void> =>
  deps.bus.publish('public-pages', news);

/** The signed-in person behind a request, as the access token and its session say. */
export type Actor = {
  userId: string;
  sessionId: string;
  email: string | null;
  /** `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** The account has a second factor and this session has not used it yet: only sign-in itself may go on. */
  secondFactorPending?: boolean;
  /** The account is about to be deleted: all that is left to do is to keep it, or to take one's data along. */
  leaving?: boolean;
  /** They have published a profile once. */
  onboarded?: boolean;
};

/** Somebody who acts, where only who it is matters. */
export type Person = Pick<Actor, 'userId'>;

/**
 * What somebody must be to call an operation. `owner`, `member`, `buyer` and `seller` are signed-in people whose tie to
 * the row is checked by the command; `banned` people are refused by the rule of the area that banned them. An operation
 * that asks for a tie has a row in server/row-access.test.ts, where a stranger is refused and the one with the tie is not.
 */
export type Capability =
  | 'visitor'
  | 'user'
  | 'onboarded'
  | 'owner'
  | 'member'
  | 'buyer'
  | 'seller'
  | 'admin'
  | 'service';

/** One kind of background work: its name, how it is retried, and what does it. */
export type JobKind<T extends object = object> = {
  name: string;
  /** Cron expression in UTC for work that comes round by itself. */
  cron?: string;
  retryLimit?: number;
  /** At most this many seconds for one run. */
  expireInSeconds?: number;
  /** How many waiting jobs one run answers for, where a run does all there is to do. */
  batch?: number;
  /** How many run at the same time on a node, for what people wait for; one after the other without it. */
  concurrency?: number;
  /**
   * Seconds between two looks for jobs whose time has come by itself: those that were put off, or are tried again.
   * Whoever adds a job wakes the workers at once.
   */
  pollSeconds?: number;
  /** Keeps retrying, at least once a minute, until the job is this many milliseconds old; replaces `retryLimit`. */
  retryForMs?: (deps: Deps, data: T) => number;
  /** A later run does what a failed one left undone; true for scheduled and batched kinds. */
  coveredByLaterRun?: boolean;
  run: (deps: Deps, data: T, signal: AbortSignal) => Promise<void>;
};

/** Thrown by a job that no retry can save: it fails for good at once. */
export class PermanentError extends Error {}

/** A job whose retries are used up. `error` names no personal data. */
type FailedJob = { id: string; kind: string; attempts: number; error: string; failedAt: Date };

/** What happens about failed jobs: `record` for each that failed for good, `clear` after a run that made up for it. */
export type FailureLog = {
  start: (deps: Deps, kinds: string[]) => Promise<void>;
  record: (deps: Deps, job: FailedJob) => Promise<void>;
  clear: (deps: Deps, kind: string) => Promise<void>;
};

type KeyedJob = { data: object; key: string; startAfter: Date };

/** The queue of background work. */
export type Jobs = {
  /**
   * Adds a job; with a transaction it exists only if that transaction commits.
   * @param options `key`: one waiting job per key; `startAfter`: not before this instant
   */
  send: (name: string, data: object, options?: { tx?: Db; key?: string; startAfter?: Date }) => Promise<void>;
  /** Adds many jobs of a kind in one statement, by the rules of `send`. */
  sendAll: (name: string, jobs: readonly KeyedJob[], options: { tx: Db }) => Promise<void>;
  /** Waiting and running jobs and the age of the oldest waiting one, for health. */
  depth: () => Promise<{ waiting: number; active: number; oldestSeconds: number }>;
  start: (kinds: JobKind[], deps: Deps, work: boolean) => Promise<void>;
  /** Runs a failed job again. @returns false when the queue no longer has it */
  retry: (kind: string, id: string, options: { tx: Db }) => Promise<boolean>;
  /** Removes a failed job from the queue. */
  discard: (kind: string, id: string, options: { tx: Db }) => Promise<void>;
  stop: () => Promise<void>;
};

/** Work for after the commit: news to open pages and kept pages, which must not read what is not there yet. */
export type AfterCommit = () => Promise<void>;

/** What a feature does when another announces something: in the announcer's transaction, with what is due after it. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing due after the commit just returns.
export type Handler<T> = (tx: Db, deps: Deps, what: T) => Promise<AfterCommit | void>;

/** Something that happened in a feature, as those above it may hear; `server/wiring.ts` says who does. */
export type DomainEvent<T> = { readonly name: string; readonly what?: T | undefined };

/** A place that a feature leaves open for those above it; `server/wiring.ts` fills it. */
export type Port<T> = { readonly name: string; readonly of?: T | undefined };

/** Declares an event. @param name unique, in the past tense */
export const event = <T>(name: string): DomainEvent<T> => ({ name });

/** Declares an open place. @param name unique */
export const port = <T>(name: string): Port<T> => ({ name });

/** The handlers and fillings by the name of their event or port; the map is in `server/wiring.ts`. */
export type Wiring = {
  handlers: ReadonlyMap<string, readonly Handler<never>[]>;
  portImplementations: ReadonlyMap<string, unknown>;
};

/**
 * Lets every feature above that listens act in the transaction of the one that announces, in the order of the map.
 * @returns what has to be called once that transaction is committed
 */
export async function publishEvent<T>(tx: Db, deps: Deps, event: DomainEvent<T>, what: T): Promise<AfterCommit> {
  const due: AfterCommit[] = [];
  for (const handle of deps.wiring.handlers.get(event.name) ?? []) {
    const after = await (handle as Handler<T>)(tx, deps, what);
    if (after) due.push(after);
  }
  return async () => {
    for (const after of due) await after();
  };
}

/** What the features above put into an open place. @throws Error when nobody did, which the wiring's test refuses */
export function resolvePort<T>(deps: Pick<Deps, 'wiring'>, port: Port<T>): T {
  if (!deps.wiring.portImplementations.has(port.name))
    throw new Error(`Nothing fills ${port.name}: server/wiring.ts has to.`);
  return deps.wiring.portImplementations.get(port.name) as T;
}
