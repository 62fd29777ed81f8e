import { readTwitchConfig } from '../../../integrations/twitch/twitch.client.ts';
import { createTwitchLiveReader } from '../../../integrations/twitch/twitch-live.ts';
import type { Deps } from '../../../server/deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { listChannels } from './live-status.queries.ts';

const FRESH_MS = MINUTE_MS;
/** The maximum number of channels per Twitch request. */
const BATCH_SIZE = 100;
/** Time during which requests from different views are batched. */
const GATHER_MS = 50;
const CACHE_SIZE = 5_000;

type StatusLookup = { live: Promise<boolean>; until: number };
type StatusLookups = {
  twitch: ReturnType<typeof createTwitchLiveReader>;
  /** Known channel statuses, oldest first. */
  statusByLogin: Map<string, StatusLookup>;
  waiting: Map<string, (live: boolean) => void>;
};

const lookupsByDeps = new WeakMap<Deps, StatusLookups>();

function getLookups(deps: Deps): StatusLookups | undefined {
  const found = lookupsByDeps.get(deps);
  if (found) return found;
  const config = readTwitchConfig(deps.env);
  if (!config) return undefined;
  const twitch = createTwitchLiveReader(
    config,
    (input, init) => deps.fetch(input, init),
    () => deps.now().getTime(),
  );
  const lookups: StatusLookups = { twitch, statusByLogin: new Map(), waiting: new Map() };
  lookupsByDeps.set(deps, lookups);
  return lookups;
}

/** Sends the batched lookups. Channels without a response from Twitch count as offline until the next lookup. */
async function flushLookups(deps: Deps, lookups: StatusLookups): Promise<void> {
  const batch = [...lookups.waiting].slice(0, BATCH_SIZE);
  for (const [login] of batch) lookups.waiting.delete(login);
  if (lookups.waiting.size > 0) void flushLookups(deps, lookups);
  let live = new Set<string>();
  try {
    live = await lookups.twitch.findLive(batch.map(([login]) => login));
  } catch (error) {
    deps.log.warn({ err: error }, 'could not check which players are live');
  }
  for (const [login, tell] of batch) tell(live.has(login));
}

function isLive(deps: Deps, lookups: StatusLookups, login: string): Promise<boolean> {
  const now = deps.now().getTime();
  const cachedLook = lookups.statusByLogin.get(login);
  if (cachedLook && cachedLook.until > now) return cachedLook.live;
  lookups.statusByLogin.delete(login);
  const live = new Promise<boolean>((tell) => {
    if (lookups.waiting.size === 0) setTimeout(() => void flushLookups(deps, lookups), GATHER_MS);
    lookups.waiting.set(login, tell);
  });
  lookups.statusByLogin.set(login, { live, until: now + FRESH_MS });
  if (lookups.statusByLogin.size > CACHE_SIZE) lookups.statusByLogin.delete(lookups.statusByLogin.keys().next().value!);
  return live;
}

/**
 * Returns which of the given players are streaming now. Looks up each channel on Twitch once a minute for all views,
 * with up to 100 channels per request. Without API keys, no request is sent and no one is live.
 */
export async function listLiveAmong(deps: Deps, ids: string[]): Promise<string[]> {
  const lookups = getLookups(deps);
  if (!lookups) return [];
  const channels = await listChannels(deps.reads, ids);
  const states = await Promise.all(channels.map(({ login }) => isLive(deps, lookups, login)));
  return channels.filter((_, index) => states[index]).map(({ id }) => id);
}
