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

const unknown = (): Channel[] => streamers.map(({ channel }) => ({ channel, live: null }));

async function fetchLiveChannels(deps: Deps, twitch: ReturnType<typeof createTwitchLiveReader>): Promise<Channel[]> {
  try {
    const live = await twitch.findLive(streamers.map(({ channel }) => channel));
    return streamers.map(({ channel }) => ({ channel, live: live.has(channel) }));
  } catch (error) {
    deps.log.warn({ err: error }, 'live state of our channels is unknown');
    return unknown();
  }
}

function getLiveChannels(deps: Deps): Promise<Channel[]> {
  const config = readTwitchConfig(deps.env);
  if (!config) return Promise.resolve(unknown());
  const now = () => deps.now().getTime();
  let look = lookups.get(deps);
  if (!look) {
    look = {
      twitch: createTwitchLiveReader(config, (input, init) => deps.fetch(input, init), now),
      last: undefined,
    };
    lookups.set(deps, look);
  }
  if (look.last && look.last.until > now()) return look.last.channels;
  look.last = { channels: fetchLiveChannels(deps, look.twitch), until: now() + FRESH_MS };
  return look.last.channels;
}

/** Returns what the command center shows: who's live, as far as we know, and the next stream nights. */
export async function getStreams(deps: Deps): Promise<Streams> {
  return { channels: await getLiveChannels(deps), ...listNextStreamNights(deps.now(), STARTS) };
}
