import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getStreamerHub = (t: Translator): Section => ({
  id: 'streamer-hub',
  number: 7,
  title: t(messages.streamerHubTitle),
  summary: t(messages.streamerHubSummary),
  blocks: [
    { kind: 'text', text: t(messages.streamerHubChannels) },
    {
      kind: 'statuses',
      items: [
        { name: 'Command Center', status: 'Live', text: t(messages.streamerHubCommandCenter) },
        { name: t(messages.streamerHubSignInName), status: 'Live', text: t(messages.streamerHubSignIn) },
        { name: t(messages.streamerHubLiveBadgeName), status: 'Beta', text: t(messages.streamerHubLiveBadge) },
        {
          name: t(messages.streamerHubViewerSquadsName),
          status: 'Planned',
          text: t(messages.streamerHubViewerSquads),
        },
      ],
    },
    { kind: 'text', text: t(messages.streamerHubOwnChannel) },
  ],
});
