import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getArchitectureSection = (t: Translator): Section => ({
  id: 'architecture',
  number: 12,
  title: t(messages.architectureTitle),
  summary: t(messages.architectureSummary),
  blocks: [
    { kind: 'figure', figure: 'architecture', caption: t(messages.architectureCaption) },
    {
      kind: 'list',
      items: [
        t(messages.architectureOneDoor),
        t(messages.architectureMatcher),
        t(messages.architectureLedger),
        t(messages.architectureOutbox),
        t(messages.architectureNodes),
      ],
    },
    { kind: 'text', text: t(messages.architecturePages) },
    { kind: 'text', text: t(messages.architectureHours) },
  ],
});
