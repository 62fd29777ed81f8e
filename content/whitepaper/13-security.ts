import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getSecurity = (t: Translator): Section => ({
  id: 'security',
  number: 13,
  title: t(messages.securityTitle),
  summary: t(messages.securitySummary),
  blocks: [
    {
      kind: 'list',
      items: [
        t(messages.securityAccounts),
        t(messages.securityRules),
        t(messages.securityMoney),
        t(messages.securityPrivacy),
        t(messages.securityScripts),
        t(messages.securityAdmins),
      ],
    },
    { kind: 'text', text: t(messages.securityStandard) },
    { kind: 'text', text: t(messages.securityReport) },
  ],
});
