import type { Bus } from '../db/bus.ts';
import type { Database, Db } from '../db/database.ts';
import type { ResolveHost } from '../integrations/public-address.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';

/** What commands and handlers need. Opened once at startup and passed along; tests replace individual parts. */
export type Deps = {
  db: Db;
  reads: Db;
  database: Database;
  env: Env;
  bus: Bus;
  jobs: Jobs;
  log: Log;
  /** Reads, crops and draws pictures and documents outside this process. */
  pictures: Pictures;
  /** What higher features have plugged into the ports of lower ones. */
  wiring: Wiring;
  /** The only clock of the product; tests move it. */
  now: () => Date;
  fetch: typeof fetch;
  /** Resolves host names that users gave us. */
  resolve: ResolveHost;
};

/** Content of cached pages that changes; each operation that pages use declares what it shows. */
export type PageContent = 'players' | 'listings' | 'offers' | 'coaches' | 'seats' | 'tournament';

/** A change to public content: pages that show it are rendered again. With neither field it affects everything. */
export type PublicPagesChange = {
  shown?: readonly PageContent[];
  /**
   * URL prefixes. Pages under them are dropped from the cache immediately; if nothing is specified, everything is
   * dropped.
   */
  under?: readonly string[];
  /** Something must not be visible anymore, not even while a page is being rendered again. */
  gone?: true;
};

/** Tells this node and the others that content of cached pages has changed. */
export const notifyPublicPagesChanged = (deps: Pick<Deps, 'bus'>, news: PublicPagesChange): Promise<void> =>
  deps.bus.publish('public-pages', news);

/** The signed-in user of a request, according to the access token and its session. */
export type Actor = {
  userId: string;
  sessionId: string;
  email: string | null;
  /** `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** The account has a second factor that this session hasn't used yet, so only the sign-in itself may continue. */
  secondFactorPending?: boolean;
  /** The account is scheduled for deletion: the user can only keep it or export their data. */
  leaving?: boolean;
  /** They have published a profile at least once. */
  onboarded?: boolean;
};

/** A user, when only their identity matters. */
export type Person = Pick<Actor, 'userId'>;

/**
 * What a caller must be to call an operation. `owner`, `member`, `buyer` and `seller` are signed-in users whose
 * relation to the row is checked by the command; `banned` users are refused by the rule of the area that banned them.
 * An operation that requires a relation has a row in server/row-access.test.ts, which refuses a stranger and allows the
 * related user.
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
  /** Cron expression in UTC for recurring work, from server/timetable.ts. */
  cron?: string;
  retryLimit?: number;
  /** The maximum number of seconds for one run. */
  expireInSeconds?: number;
  /** How many waiting jobs one run covers, for kinds in which a run does all pending work. */
  batch?: number;
  /** How many run at once on a node, for jobs that users wait for; one at a time without it. */
  concurrency?: number;
  /**
   * Seconds between polls for jobs that become due by themselves, because they were delayed or are retried. Adding a
   * job wakes the workers immediately.
   */
  pollSeconds?: number;
  /** Keeps retrying, at least once a minute, until the job is this many milliseconds old; replaces `retryLimit`. */
  retryForMs?: (deps: Deps, data: T) => number;
  /** A later run does what a failed one missed; true for scheduled and batched kinds. */
  coveredByLaterRun?: boolean;
  run: (deps: Deps, data: T, signal: AbortSignal) => Promise<void>;
};

/** Thrown by a job that no retry can fix: it fails for good at once. */
export class PermanentError extends Error {}

/** A job that has used up its retries. `error` contains no personal data. */
type FailedJob = { id: string; kind: string; attempts: number; error: string; failedAt: Date };

/** Handles failed jobs: `record` for each job that failed for good, `clear` after a run that made up for it. */
export type FailureLog = {
  start: (deps: Deps, kinds: string[]) => Promise<void>;
  record: (deps: Deps, job: FailedJob) => Promise<void>;
  clear: (deps: Deps, kind: string) => Promise<void>;
};

type KeyedJob = { data: object; key: string; startAfter: Date };

/** The background job queue. */
export type Jobs = {
  /**
   * Adds a job; with a transaction it exists only if that transaction commits.
   * @param options `key`: one waiting job per key; `startAfter`: not before this instant
   */
  send: (name: string, data: object, options?: { tx?: Db; key?: string; startAfter?: Date }) => Promise<void>;
  /** Adds many jobs of a kind in one statement, with the rules of `send`. */
  sendAll: (name: string, jobs: readonly KeyedJob[], options: { tx: Db }) => Promise<void>;
  /** Returns the number of waiting and running jobs and the age of the oldest waiting one, for health checks. */
  depth: () => Promise<{ waiting: number; active: number; oldestSeconds: number }>;
  start: (kinds: JobKind[], deps: Deps, work: boolean) => Promise<void>;
  /** Runs a failed job again. @returns false when the queue no longer has it */
  retry: (kind: string, id: string, options: { tx: Db }) => Promise<boolean>;
  /** Removes a failed job from the queue. */
  discard: (kind: string, id: string, options: { tx: Db }) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Work to do after the commit: updates for open and cached pages, which must not read data that isn't committed yet.
 */
export type AfterCommit = () => Promise<void>;

/**
 * What a feature does when another publishes an event: it runs in the publisher's transaction and returns the work to
 * do after the commit.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing due after the commit just returns.
export type Handler<T> = (tx: Db, deps: Deps, what: T) => Promise<AfterCommit | void>;

/** An event in a feature that higher features can handle; `server/wiring.ts` lists the handlers. */
export type DomainEvent<T> = { readonly name: string; readonly what?: T | undefined };

/** A port that a feature leaves open for higher features; `server/wiring.ts` supplies its implementation. */
export type Port<T> = { readonly name: string; readonly of?: T | undefined };

/** Declares an event. @param name unique, in the past tense */
export const event = <T>(name: string): DomainEvent<T> => ({ name });

/** Declares a port. @param name unique */
export const port = <T>(name: string): Port<T> => ({ name });

/** The handlers and implementations, keyed by the name of their event or port; the map is in `server/wiring.ts`. */
export type Wiring = {
  handlers: ReadonlyMap<string, readonly Handler<never>[]>;
  portImplementations: ReadonlyMap<string, unknown>;
};

/**
 * Runs every handler of higher features in the transaction of the publisher, in the order of the map.
 * @returns the function to call once that transaction is committed
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

/** Returns the implementation of a port. @throws Error when there is none, which the test of the wiring rules out */
export function resolvePort<T>(deps: Pick<Deps, 'wiring'>, port: Port<T>): T {
  if (!deps.wiring.portImplementations.has(port.name))
    throw new Error(`Nothing fills ${port.name}: server/wiring.ts has to.`);
  return deps.wiring.portImplementations.get(port.name) as T;
}
