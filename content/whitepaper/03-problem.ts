import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getProblem = (t: Translator): Section => ({
  id: 'problem',
  number: 3,
  title: t(messages.problemTitle),
  summary: t(messages.problemSummary),
  blocks: [
    { kind: 'text', text: t(messages.problemTeammates) },
    { kind: 'heading', text: t(messages.problemTodayTitle) },
    {
      kind: 'list',
      items: [
        t(messages.problemLobbies),
        t(messages.problemChatServers),
        t(messages.problemHours),
        t(messages.problemPositions),
        t(messages.problemMoney),
      ],
    },
    { kind: 'text', text: t(messages.problemStreamers) },
  ],
});
