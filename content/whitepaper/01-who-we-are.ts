import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getWhoWeAre = (t: Translator): Section => ({
  id: 'who-we-are',
  number: 1,
  title: t(messages.whoWeAreTitle),
  summary: t(messages.whoWeAreSummary),
  blocks: [
    { kind: 'text', text: t(messages.whoWeArePortal) },
    { kind: 'text', text: t(messages.whoWeAreProtocol) },
    {
      kind: 'list',
      items: [t(messages.whoWeAreForPlayers), t(messages.whoWeAreForStreamers), t(messages.whoWeAreForCreators)],
    },
    { kind: 'text', text: t(messages.whoWeAreHonesty) },
  ],
});
