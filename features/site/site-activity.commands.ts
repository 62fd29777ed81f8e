import { withTimeBudget } from '../../db/time-budget.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { findQueuePause } from '../queue/queue.queries.ts';
import { OBSERVED_MS } from '../queue/queue.rules.ts';
import { listNewestWaits } from '../queue/queue-waits.queries.ts';
import { computeUsualWait } from '../queue/queue-waits.rules.ts';
import { countFormedSquads } from '../squads/squads.queries.ts';
import type { SiteActivity } from './site-activity.schema.ts';

/** How long the totals are reused. Cached pages show them for some seconds more. */
const FRESH_MS = MINUTE_MS;
/** Delay before the next attempt after the totals couldn't be read. */
const RETRY_MS = 10_000;
/** The home page must not wait for a slow database. */
const TIMEOUT_MS = 1_000;

type Lookup = { activity: Promise<SiteActivity>; at: number; freshMs: number };
const lookups = new WeakMap<Deps, Lookup>();

async function loadActivity(deps: Deps, now: Date): Promise<SiteActivity> {
  const week = subtractMs(now, 7 * DAY_MS);
  const [squads, pause, waits] = await Promise.all([
    countFormedSquads(deps.reads, { day: subtractMs(now, DAY_MS), week }),
    findQueuePause(deps.reads),
    listNewestWaits(deps.reads, 'now', subtractMs(now, OBSERVED_MS)),
  ]);
  return { squads, wait_seconds: (pause ? null : computeUsualWait(waits)?.high) ?? null };
}

/**
 * Returns totals of the last days, at most a minute old. They're the same for everyone and don't name anyone. They're
 * null when the database is unavailable, so that the home page loads without it.
 */
export function getSiteActivity(deps: Deps): Promise<SiteActivity> {
  const now = deps.now();
  const at = now.getTime();
  const last = lookups.get(deps);
  if (last && at >= last.at && at - last.at < last.freshMs) return last.activity;
  const lookup: Lookup = {
    activity: withTimeBudget(TIMEOUT_MS, () => loadActivity(deps, now)),
    at,
    freshMs: FRESH_MS,
  };
  lookup.activity = lookup.activity.catch((error: unknown) => {
    deps.log.warn({ err: error }, 'recent activity is unknown');
    lookup.freshMs = RETRY_MS;
    return { squads: null, wait_seconds: null };
  });
  lookups.set(deps, lookup);
  return lookup.activity;
}
