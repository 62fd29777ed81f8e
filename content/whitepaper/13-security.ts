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
        '**Accounts.** Short-lived tokens, rotating refresh, PKCE for sign-in with other services, passwords hashed with argon2id, two-factor authentication.',
        '**Rules on the server.** The browser only hides buttons. The server checks each operation against one table of who may do what.',
        '**Money.** Card data never touches us. We verify payment events, store them once and apply them once, in whatever order they arrive.',
        '**Privacy.** Only you, the admins and the notifier see your phone and email. We share handles when you say so or when a whole squad has accepted.',
        '**No strangers on our pages.** A strict content policy and no third-party scripts.',
        '**Admins.** We log every admin action. An admin with two-factor authentication must use it.',
      ],
    },
    {
      kind: 'text',
      text: "We measure ourselves against level 2 of the OWASP Application Security Verification Standard. That's our own work and not a certificate. No outside audit has taken place yet.",
    },
    {
      kind: 'text',
      text: "Found a hole? Tell us through [Help & Support](/help-support) before you tell the world, and give us time to fix it. We'll thank you by name if you like.",
    },
  ],
};
