import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getTeamSection = (t: Translator): Section => ({
  id: 'team',
  number: 16,
  title: t(messages.teamTitle),
  summary: t(messages.teamSummary),
  blocks: [
    {
      kind: 'table',
      caption: t(messages.teamTableCaption),
      columns: [t(messages.teamColumnGroup), t(messages.teamColumnSeats), t(messages.teamColumnJob)],
      rows: [
        [t(messages.teamLeadership), '2', t(messages.teamLeadershipJob)],
        [t(messages.teamCore), '3', t(messages.teamCoreJob)],
        [t(messages.teamAdvisory), '3', t(messages.teamAdvisoryJob)],
        [t(messages.teamAmbassadors), '8', t(messages.teamAmbassadorsJob)],
      ],
    },
    { kind: 'text', text: t(messages.teamNoNames) },
    { kind: 'text', text: t(messages.teamOpenSeats) },
  ],
});
