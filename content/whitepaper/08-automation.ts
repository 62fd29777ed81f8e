import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getAutomation = (t: Translator): Section => ({
  id: 'automation',
  number: 8,
  title: t(messages.automationTitle),
  summary: t(messages.automationSummary),
  blocks: [
    {
      kind: 'statuses',
      items: [
        {
          name: t(messages.automationMatcherName),
          status: 'Beta',
          text: t(messages.automationMatcher),
        },
        {
          name: t(messages.automationNotifierName),
          status: 'Beta',
          text: t(messages.automationNotifier),
        },
        {
          name: 'Build Assistant',
          status: 'Beta',
          text: t(messages.automationBuildAssistant),
        },
        { name: t(messages.automationDeadlinesName), status: 'Beta', text: t(messages.automationDeadlines) },
        {
          name: t(messages.automationClipsName),
          status: 'Planned',
          text: t(messages.automationClips),
        },
      ],
    },
    { kind: 'heading', text: t(messages.automationRulesTitle) },
    {
      kind: 'list',
      items: [t(messages.automationNoVerdicts), t(messages.automationReasons), t(messages.automationNoBills)],
    },
  ],
});
