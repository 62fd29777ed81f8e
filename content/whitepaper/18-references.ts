import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getReferences = (t: Translator): Section => ({
  id: 'references',
  number: 18,
  title: t(messages.referencesTitle),
  summary: t(messages.referencesSummary),
  blocks: [
    {
      kind: 'references',
      items: [
        {
          title: 'J. Alman, D. McKay: Theoretical Foundations of Team Matchmaking (AAMAS 2017)',
          why: t(messages.referencesSquads),
        },
        {
          title: 'RFC 7636: Proof Key for Code Exchange',
          url: 'https://www.rfc-editor.org/rfc/rfc7636',
          why: t(messages.referencesSignIn),
        },
        {
          title: 'RFC 5545: iCalendar',
          url: 'https://www.rfc-editor.org/rfc/rfc5545',
          why: t(messages.referencesCalendar),
        },
        {
          title: 'IANA Time Zone Database',
          url: 'https://www.iana.org/time-zones',
          why: t(messages.referencesZones),
        },
        {
          title: 'OWASP Application Security Verification Standard',
          url: 'https://owasp.org/www-project-application-security-verification-standard/',
          why: t(messages.referencesSecurity),
        },
        {
          title: 'Web Content Accessibility Guidelines 2.2',
          url: 'https://www.w3.org/TR/WCAG22/',
          why: t(messages.referencesAccessibility),
        },
        {
          title: t(messages.referencesSolanaTitle),
          url: 'https://solana.com/docs',
          why: t(messages.referencesSolana),
        },
        {
          title: t(messages.referencesTwitchTitle),
          url: 'https://dev.twitch.tv/docs/',
          why: t(messages.referencesTwitch),
        },
      ],
    },
    { kind: 'text', text: t(messages.referencesOtherSites) },
  ],
});
