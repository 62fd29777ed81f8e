import type { Section } from '../schema/whitepaper-schema.ts';

export const problem: Section = {
  id: 'problem',
  number: 3,
  title: 'The problem',
  summary: 'Good teammates exist; the ways to find them are poor.',
  blocks: [
    {
      kind: 'text',
      text: "Ask anyone who plays five against five what spoils an evening. It's seldom the other team. It's the stranger who won't pass, the center who is a guard, the friend who can only play when you sleep.",
    },
    { kind: 'heading', text: 'What goes wrong today' },
    {
      kind: 'list',
      items: [
        '**Lobbies match skill, not people.** They fill spots in seconds and forget you in minutes.',
        '**Chat servers scroll.** A call for a point guard is gone after ten messages, and no one knows your hours.',
        '**Hours are the hidden wall.** Five adults in three time zones may share two hours a week, and no list shows which two.',
        '**Scarce positions decide.** Where centers are few, four good players wait for one.',
        '**Money is awkward.** Paying a stranger for seven games, or getting paid by one, takes more trust than a message gives.',
      ],
    },
    {
      kind: 'text',
      text: 'Streamers feel the same problem from the other side: they have viewers who would love to run with them, and no fair way to pick five.',
    },
  ],
};
