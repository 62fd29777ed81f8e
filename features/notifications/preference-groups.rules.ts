import { CHANNEL_FACTS, CHANNELS_BY_POSITION, type Channel } from './channels.schema.ts';
import { KIND_GROUPS, type KindGroup } from './kind-groups.schema.ts';
import type { Preferences } from './notifications.schema.ts';

type KindRow = Preferences['kinds'][number];

/** Lists the channels that the user has set up, including those that refused our last message. */
export const listChannelsSetUp = ({ nowhere }: Pick<Preferences, 'nowhere'>, devices: number | undefined): Channel[] =>
  CHANNELS_BY_POSITION.filter((channel) => {
    if (!nowhere.includes(channel)) return true;
    return CHANNEL_FACTS[channel].byDevice && Boolean(devices);
  });

export const listKindsOfGroup = (rows: readonly KindRow[], group: KindGroup): KindRow[] => {
  const kinds: readonly string[] = KIND_GROUPS[group].kinds;
  return rows.filter(({ kind }) => kinds.includes(kind));
};

/**
 * Lists the kinds that a group's switch turns on or off. On channels other than push, leaves out alerts that expire in
 * seconds, because these channels are too slow. A group with only such alerts keeps them.
 */
export const listKindsOfSwitch = (rows: readonly KindRow[], channel: Channel): KindRow[] => {
  const timelyRows = rows.filter(({ wakes }) => !wakes || CHANNEL_FACTS[channel].byDevice);
  return timelyRows.length > 0 ? timelyRows : [...rows];
};

export const getGroupState = (rows: readonly KindRow[], channel: Channel): 'on' | 'some' | 'off' => {
  const switchedRows = listKindsOfSwitch(rows, channel);
  const count = switchedRows.filter(({ channels }) => channels[channel]).length;
  if (count === switchedRows.length) return 'on';
  return count === 0 ? 'off' : 'some';
};
