import type { Message } from '../../messages/message.ts';
import * as messages from './notifications.messages.ts';
import type { Kind } from './notifications.schema.ts';

/**
 * The groups of the settings page, which turn several kinds on or off together. Plain data, so that pages don't load a
 * validator.
 */
export const KIND_GROUPS = {
  games: {
    label: messages.groupGames,
    hint: messages.groupGamesHint,
    kinds: ['queue', 'match_proposed', 'match_mutual', 'match_changed', 'party', 'lfg'],
  },
  squad: { label: messages.groupSquad, hint: messages.groupSquadHint, kinds: ['squad', 'session', 'thread'] },
  money: { label: messages.groupMoney, hint: messages.groupMoneyHint, kinds: ['booking', 'payment'] },
  account: { label: messages.groupAccount, hint: messages.groupAccountHint, kinds: ['moderation', 'reach'] },
} as const satisfies Record<string, { label: Message; hint: Message; kinds: readonly Kind[] }>;
export type KindGroup = keyof typeof KIND_GROUPS;

export const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[];
