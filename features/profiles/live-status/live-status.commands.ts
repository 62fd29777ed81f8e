import { readTwitchConfig } from '../../../integrations/twitch/twitch.client.ts';
import { createTwitchLiveReader } from '../../../integrations/twitch/twitch-live.ts';
import type { Deps } from '../../../server/deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { listChannels } from './live-status.queries.ts';

const FRESH_MS = MINUTE_MS;
/** The maximum number of channels per Twitch request. */
const BATCH = 100;
/** Time during which requests from different views are batched. */
const GATHER_MS = 50;
const CACHE_SIZE = 5_000;

type StatusLookup = { live: Promise<boolean>; until: number };
type StatusLookups = {
  twitch: ReturnType<typeof createTwitchLiveReader>;
  /** Known channel statuses, oldest first. */
  known: Map<string, StatusLookup>;
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
  const looks: StatusLookups = { twitch, known: new Map(), waiting: new Map() };
  lookupsByDeps.set(deps, looks);
  return looks;
}

/** Sends the batched lookups. Channels without a response from Twitch count as offline until the next lookup. */
async function flushLookups(deps: Deps, looks: StatusLookups): Promise<void> {
  const batch = [...looks.waiting].slice(0, BATCH);
  for (const [login] of batch) looks.waiting.delete(login);
  if (looks.waiting.size > 0) void flushLookups(deps, looks);
  let live = new Set<string>();
  try {
    live = await looks.twitch.findLive(batch.map(([login]) => login));
  } catch (error) {
    deps.log.warn({ err: error }, 'live state of players is unknown');
  }
  for (const [login, tell] of batch) tell(live.has(login));
}

function isLive(deps: Deps, looks: StatusLookups, login: string): Promise<boolean> {
  const now = deps.now().getTime();
  const known = looks.known.get(login);
  if (known && known.until > now) return known.live;
  looks.known.delete(login);
  const live = new Promise<boolean>((tell) => {
    if (looks.waiting.size === 0) setTimeout(() => void flushLookups(deps, looks), GATHER_MS);
    looks.waiting.set(login, tell);
  });
  looks.known.set(login, { live, until: now + FRESH_MS });
  if (looks.known.size > CACHE_SIZE) looks.known.delete(looks.known.keys().next().value!);
  return live;
}

/**
 * Returns which of the given players are streaming now. Looks up each channel on Twitch once a minute for all views,
 * with up to 100 channels per request. Without API keys, no request is sent and no one is live.
 */
export async function listLiveAmong(deps: Deps, ids: string[]): Promise<string[]> {
  const looks = getLookups(deps);
  if (!looks) return [];
  const channels = await listChannels(deps.reads, ids);
  const states = await Promise.all(channels.map(({ login }) => isLive(deps, looks, login)));
  return channels.filter((_, index) => states[index]).map(({ id }) => id);
}
