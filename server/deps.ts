import type { Bus } from '../db/bus.ts';
import type { Database, Db } from '../db/database.ts';
import type { ResolveHost } from '../integrations/public-address.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';

/**
 * The dependencies of commands and handlers. Opened once at startup and passed along; tests replace individual parts.
 */
export type Deps = {
  db: Db;
  reads: Db;
  database: Database;
  env: Env;
  bus: Bus;
  jobs: Jobs;
  log: Log;
  /** Decodes, crops and draws pictures and documents outside this process. */
  pictures: Pictures;
  /** The handlers and implementations that higher-level features plug into the ports of lower-level ones. */
  wiring: Wiring;
  /** The product's only clock, which tests can set. */
  now: () => Date;
  fetch: typeof fetch;
  /** Resolves host names that come from users. */
  resolve: ResolveHost;
  /** Name of the person at the command line, for the audit log. Servers have none. */
  operator?: string;
};

/** Kinds of content on cached pages that can change. Each operation that pages use declares which ones it shows. */
export type PageContent = 'players' | 'listings' | 'offers' | 'coaches' | 'seats' | 'tournament';

/**
 * A change to public content; pages that show it are rendered again. Without `shown` and `under`, it affects every
 * page.
 */
export type PublicPagesChange = {
  shown?: readonly PageContent[];
  /**
   * URL prefixes of pages to drop from the cache immediately. If neither this nor `shown` is set, every page is
   * dropped.
   */
  under?: readonly string[];
  /** Set if something must disappear immediately, even while the page is being rendered again. */
  gone?: true;
};

/** Notifies all nodes that content of cached pages has changed. */
export const notifyPublicPagesChanged = (deps: Pick<Deps, 'bus'>, change: PublicPagesChange): Promise<void> =>
  deps.bus.publish('public-pages', change);

/** The signed-in user of a request, according to the access token and its session. */
export type Actor = {
  userId: string;
  sessionId: string;
  email: string | null;
  /** `aal2` after two-factor authentication. */
  aal: 'aal1' | 'aal2';
  /** Set if this session hasn't completed the account's two-factor authentication; only sign-in may continue. */
  secondFactorPending?: boolean;
  /** Set if the account is scheduled for deletion; the user can only keep it or export their data. */
  leaving?: boolean;
  /** Whether the user has ever published a profile. */
  onboarded?: boolean;
};

/** A user, for code that only needs to know who it is. */
export type Person = Pick<Actor, 'userId'>;

/** Who acts for the installation: an admin in the console, or the operator at the command line, who has no account. */
export type AdminActor = { userId: string | null };

/**
 * The kind of caller an operation requires. `owner`, `member`, `buyer` and `seller` are signed-in users whose relation
 * to the row is checked by the command; `banned` users are refused by the rule for the area that the ban covers. An
 * operation that requires a relation has a row in server/row-access.test.ts, which checks that a stranger is refused
 * and the related user is allowed.
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

/** A kind of background job: its name, its retries, and its code. */
export type JobKind<T extends object = object> = {
  name: string;
  /** Cron expression in UTC for recurring work. Set by name from `server/timetable.ts`. */
  cron?: string | undefined;
  /** The hour of the cron expression, for a nightly job whose hour operators can choose. */
  hour?: (env: Env) => number;
  retryLimit?: number;
  /** Timeout of one run, in seconds. */
  expireInSeconds?: number;
  /** Maximum number of waiting jobs that one run covers, for kinds where one run does all pending work. */
  batch?: number;
  /** How many jobs of this kind run at once on a node; one by default. Raise it for jobs that users wait for. */
  concurrency?: number;
  /** Seconds between polls for delayed and retried jobs. Adding a job wakes the workers immediately. */
  pollSeconds?: number;
  /** Retries at least once a minute until the job is this many milliseconds old; replaces `retryLimit`. */
  retryForMs?: (deps: Deps, data: T) => number;
  /** Whether a later run makes up for a failed one. Defaults to true for scheduled and batched kinds. */
  coveredByLaterRun?: boolean;
  run: (deps: Deps, data: T, signal: AbortSignal) => Promise<void>;
};

/** Thrown by a job when a retry can't help. The job then fails permanently without further attempts. */
export class PermanentError extends Error {}

/** A job that has used up its retries. `error` contains no personal data. */
type FailedJob = { id: string; kind: string; attempts: number; error: string; failedAt: Date };

/**
 * Stores failed jobs: `record` is called for each job that failed for good, `clear` after a run that made up for it.
 */
export type FailureLog = {
  start: (deps: Deps, kinds: string[]) => Promise<void>;
  record: (deps: Deps, job: FailedJob) => Promise<void>;
  clear: (deps: Deps, kind: string) => Promise<void>;
};

type KeyedJob = { data: object; key: string; startAfter: Date };

/** The background job queue. */
export type Jobs = {
  /**
   * Adds a job; with a transaction, the job exists only if that transaction commits.
   * @param options `key`: at most one waiting job per key; `startAfter`: the earliest start
   */
  send: (name: string, data: object, options?: { tx?: Db; key?: string; startAfter?: Date }) => Promise<void>;
  /** Adds many jobs of one kind in one statement. `key` and `tx` work as in `send`. */
  sendAll: (name: string, jobs: readonly KeyedJob[], options: { tx: Db }) => Promise<void>;
  /** Returns the number of waiting and running jobs and the age of the oldest waiting one, for health checks. */
  depth: () => Promise<{ waiting: number; active: number; oldestSeconds: number }>;
  start: (kinds: JobKind[], deps: Deps, runsJobs: boolean) => Promise<void>;
  /** Runs a failed job again. @returns false when the queue no longer has it */
  retry: (kind: string, id: string, options: { tx: Db }) => Promise<boolean>;
  /** Removes a failed job from the queue. */
  discard: (kind: string, id: string, options: { tx: Db }) => Promise<void>;
  stop: () => Promise<void>;
};

/** Work to do after the commit: updates to open pages and the page cache, which must not read uncommitted data. */
export type AfterCommit = () => Promise<void>;

/**
 * A feature's handler for another feature's event. It runs in the publisher's transaction and returns the work to do
 * after the commit.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing due after the commit just returns.
export type Handler<T> = (tx: Db, deps: Deps, payload: T) => Promise<AfterCommit | void>;

/** An event that higher-level features can handle; `server/wiring.ts` lists the handlers. */
export type DomainEvent<T> = { readonly name: string; readonly payload?: T | undefined };

/** A port that higher-level features implement; `server/wiring.ts` supplies the implementation. */
export type Port<T> = { readonly name: string; readonly of?: T | undefined };

/** Declares an event. @param name unique, in the past tense */
export const event = <T>(name: string): DomainEvent<T> => ({ name });

/** Declares a port. @param name unique */
export const port = <T>(name: string): Port<T> => ({ name });

/** Handlers and implementations by the name of their event or port, built in `server/wiring.ts`. */
export type Wiring = {
  handlers: ReadonlyMap<string, readonly Handler<never>[]>;
  portImplementations: ReadonlyMap<string, unknown>;
};

/**
 * Runs every handler of the event in the publisher's transaction, in the order in which they're wired.
 * @returns the function to call once that transaction is committed
 */
export async function publishEvent<T>(tx: Db, deps: Deps, event: DomainEvent<T>, payload: T): Promise<AfterCommit> {
  const afterCommits: AfterCommit[] = [];
  for (const handle of deps.wiring.handlers.get(event.name) ?? []) {
    const afterCommit = await (handle as Handler<T>)(tx, deps, payload);
    if (afterCommit) afterCommits.push(afterCommit);
  }
  return async () => {
    for (const afterCommit of afterCommits) await afterCommit();
  };
}

/**
 * Returns the implementation of a port.
 * @throws Error if there is none; a test of the wiring makes sure that every port has one
 */
export function resolvePort<T>(deps: Pick<Deps, 'wiring'>, port: Port<T>): T {
  if (!deps.wiring.portImplementations.has(port.name))
    throw new Error(`Nothing fills ${port.name}: server/wiring.ts has to.`);
  return deps.wiring.portImplementations.get(port.name) as T;
}
