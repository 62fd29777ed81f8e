import type { Section } from '../schema/whitepaper-schema.ts';

export const references: Section = {
  id: 'references',
  number: 18,
  title: 'References',
  summary: 'What we read and build on.',
  blocks: [
    {
      kind: 'references',
      items: [
        {
          title: 'J. Alman, D. McKay: Theoretical Foundations of Team Matchmaking (AAMAS 2017)',
          why: 'Why perfect squads are hard to compute, and why we publish the gap.',
        },
        {
          title: 'RFC 7636: Proof Key for Code Exchange',
          url: 'https://www.rfc-editor.org/rfc/rfc7636',
          why: 'How we keep sign-in with another service safe.',
        },
        {
          title: 'RFC 5545: iCalendar',
          url: 'https://www.rfc-editor.org/rfc/rfc5545',
          why: 'The format of our calendar files.',
        },
        {
          title: 'IANA Time Zone Database',
          url: 'https://www.iana.org/time-zones',
          why: 'Where we get time zones and clock changes.',
        },
        {
          title: 'OWASP Application Security Verification Standard',
          url: 'https://owasp.org/www-project-application-security-verification-standard/',
          why: 'Our security checklist.',
        },
        {
          title: 'Web Content Accessibility Guidelines 2.2',
          url: 'https://www.w3.org/TR/WCAG22/',
          why: 'Our bar for pages that everyone can use.',
        },
        {
          title: 'Solana documentation',
          url: 'https://solana.com/docs',
          why: 'How we read balances.',
        },
        {
          title: 'Twitch developer documentation',
          url: 'https://dev.twitch.tv/docs/',
          why: 'Sign-in, embedded players and live status.',
        },
      ],
    },
    {
      kind: 'text',
      text: "These links lead to other sites. We can't vouch for what they say, only that we've read it.",
    },
  ],
};
