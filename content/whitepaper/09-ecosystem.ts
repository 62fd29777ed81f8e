import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getEcosystem = (t: Translator): Section => ({
  id: 'ecosystem',
  number: 9,
  title: t(messages.ecosystemTitle),
  summary: t(messages.ecosystemSummary),
  blocks: [
    {
      kind: 'statuses',
      items: [
        {
          name: 'Tournament of Power',
          status: 'Live',
          text: t(messages.ecosystemTournament),
        },
        { name: t(messages.ecosystemCoachesName), status: 'Beta', text: t(messages.ecosystemCoaches) },
        {
          name: t(messages.ecosystemHiresName),
          status: 'Beta',
          text: t(messages.ecosystemHires),
        },
        { name: t(messages.ecosystemAssemblyName), status: 'Beta', text: t(messages.ecosystemAssembly) },
        { name: t(messages.ecosystemCommunitiesName), status: 'Planned', text: t(messages.ecosystemCommunities) },
        { name: t(messages.ecosystemMetaverseName), status: 'Planned', text: t(messages.ecosystemMetaverse) },
      ],
    },
    { kind: 'text', text: t(messages.ecosystemPurpose) },
  ],
});
