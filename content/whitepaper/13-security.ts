import type { Section } from '../schema/whitepaper-schema.ts';

export const security: Section = {
  id: 'security',
  number: 13,
  title: 'Security',
  summary: 'What we do to keep accounts, money and people safe.',
  blocks: [
    {
      kind: 'list',
      items: [
        '**Accounts.** Short-lived tokens, rotating refresh, PKCE for sign-in with other services, passwords hashed with argon2id, second factors.',
        '**Rules on the server.** The browser only hides buttons. Each operation is checked against one table of who may do what.',
        '**Money.** Card data never touches us. Payment events are verified, stored once and applied once, in whatever order they arrive.',
        '**Privacy.** Phone and email stay with you, the admins and the notifier. Handles are shared when you say so or when a whole squad has accepted.',
        '**No strangers on our pages.** A strict content policy and no third-party scripts.',
        '**Admins.** Every admin action is written down. An admin with a second factor must use it.',
      ],
    },
    {
      kind: 'text',
      text: 'We measure ourselves against level 2 of the OWASP Application Security Verification Standard. That is our own work and not a certificate. No outside audit has taken place yet.',
    },
    {
      kind: 'text',
      text: 'Found a hole? Tell us through [Help & Support](/help-support) before you tell the world, and give us time to mend it. We will thank you by name if you like.',
    },
  ],
};
