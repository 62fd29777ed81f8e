import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getRoadmapSection = (t: Translator): Section => ({
  id: 'roadmap',
  number: 14,
  title: t(messages.roadmapTitle),
  summary: t(messages.roadmapSummary),
  blocks: [
    { kind: 'figure', figure: 'roadmap', caption: t(messages.roadmapCaption) },
    { kind: 'text', text: t(messages.roadmapAims) },
    { kind: 'note', text: t(messages.roadmapPending) },
  ],
});
