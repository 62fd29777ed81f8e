import { readTwitchConfig } from '../../../integrations/twitch/twitch.client.ts';
import { createTwitchLiveReader } from '../../../integrations/twitch/twitch-live.ts';
import type { Deps } from '../../../server/deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { listChannels } from './live-status.queries.ts';

const FRESH_MS = MINUTE_MS;
/** Twitch answers for so many channels at once. */
const BATCH = 100;
/** Questions of different views that arrive within this time travel together. */
const GATHER_MS = 50;
const CACHE_SIZE = 5_000;

type StatusLookup = { live: Promise<boolean>; until: number };
type StatusLookups = {
  twitch: ReturnType<typeof createTwitchLiveReader>;
  /** What is known of a channel, oldest first. */
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

/** Sends what has gathered; what Twitch does not answer counts as not live until the next look. */
async function flushLookups(deps: Deps, looks: StatusLookups): Promise<void> {
  const asked = [...looks.waiting].slice(0, BATCH);
  for (const [login] of asked) looks.waiting.delete(login);
  if (looks.waiting.size > 0) void flushLookups(deps, looks);
  let live = new Set<string>();
  try {
    live = await looks.twitch.liveAmong(asked.map(([login]) => login));
  } catch (error) {
    deps.log.warn({ err: error }, 'live state of players is unknown');
  }
  for (const [login, tell] of asked) tell(live.has(login));
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
 * Who of the given players streams now. However many views ask, Twitch is asked about a channel once a minute, and
 * about up to 100 channels at a time; without its keys nobody is asked and nobody is live.
 */
export async function liveAmong(deps: Deps, ids: string[]): Promise<string[]> {
  const looks = getLookups(deps);
  if (!looks) return [];
  const channels = await listChannels(deps.reads, ids);
  const states = await Promise.all(channels.map(({ login }) => isLive(deps, looks, login)));
  return channels.filter((_, index) => states[index]).map(({ id }) => id);
}
