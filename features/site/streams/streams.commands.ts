import { streamers } from '../../../content/home/streamers.ts';
import { readTwitchConfig } from '../../../integrations/twitch/twitch.client.ts';
import { createTwitchLiveReader } from '../../../integrations/twitch/twitch-live.ts';
import type { Deps } from '../../../server/deps.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { listNextStreamNights } from './streams.rules.ts';
import type { Channel, Streams } from './streams.schema.ts';

const FRESH_MS = MINUTE_MS;
const STARTS = 3;

type StreamLookup = { channels: Promise<Channel[]>; until: number };
/** Cached status and application token, per context in this process. */
const lookups = new WeakMap<
  Deps,
  { twitch: ReturnType<typeof createTwitchLiveReader>; last: StreamLookup | undefined }
>();

const listUnknown = (): Channel[] => streamers.map(({ channel }) => ({ channel, live: null }));

async function fetchLiveChannels(deps: Deps, twitch: ReturnType<typeof createTwitchLiveReader>): Promise<Channel[]> {
  try {
    const live = await twitch.findLive(streamers.map(({ channel }) => channel));
    return streamers.map(({ channel }) => ({ channel, live: live.has(channel) }));
  } catch (error) {
    deps.log.warn({ err: error }, 'could not check which of our channels are live');
    return listUnknown();
  }
}

function getLiveChannels(deps: Deps): Promise<Channel[]> {
  const config = readTwitchConfig(deps.env);
  if (!config) return Promise.resolve(listUnknown());
  const getNow = () => deps.now().getTime();
  let lookup = lookups.get(deps);
  if (!lookup) {
    lookup = {
      twitch: createTwitchLiveReader(config, (input, init) => deps.fetch(input, init), getNow),
      last: undefined,
    };
    lookups.set(deps, lookup);
  }
  if (lookup.last && lookup.last.until > getNow()) return lookup.last.channels;
  lookup.last = { channels: fetchLiveChannels(deps, lookup.twitch), until: getNow() + FRESH_MS };
  return lookup.last.channels;
}

/** Returns what the command center shows: who's live, as far as we know, and the next stream nights. */
export async function getStreams(deps: Deps): Promise<Streams> {
  return { channels: await getLiveChannels(deps), ...listNextStreamNights(deps.now(), STARTS) };
}
