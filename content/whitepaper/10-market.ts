import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getMarket = (t: Translator): Section => ({
  id: 'market',
  number: 10,
  title: t(messages.marketTitle),
  summary: t(messages.marketSummary),
  blocks: [
    { kind: 'text', text: t(messages.marketFirstPeople) },
    {
      kind: 'table',
      caption: t(messages.marketTableCaption),
      columns: [t(messages.marketColumnWay), t(messages.marketColumnStrength), t(messages.marketColumnGap)],
      rows: [
        [t(messages.marketLobby), t(messages.marketLobbyStrength), t(messages.marketLobbyGap)],
        [t(messages.marketChatServers), t(messages.marketChatServersStrength), t(messages.marketChatServersGap)],
        [t(messages.marketSocialPosts), t(messages.marketSocialPostsStrength), t(messages.marketSocialPostsGap)],
        [t(messages.marketFriends), t(messages.marketFriendsStrength), t(messages.marketFriendsGap)],
      ],
    },
    { kind: 'text', text: t(messages.marketNoFigure) },
    { kind: 'text', text: t(messages.marketOtherGames) },
  ],
});
