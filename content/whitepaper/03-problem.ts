import type { Section } from '../schema/whitepaper-schema.ts';

export const problem: Section = {
  id: 'problem',
  number: 3,
  title: 'The problem',
  summary: 'Good teammates exist; the ways to find them are poor.',
  blocks: [
    {
      kind: 'text',
      text: 'Ask anybody who plays five against five what spoils an evening. It is seldom the other team. It is the stranger who will not pass, the center who is a guard, the friend who can only play when you sleep.',
    },
    { kind: 'heading', text: 'What goes wrong today' },
    {
      kind: 'list',
      items: [
        '**Lobbies match skill, not people.** They fill seats in seconds and forget you in minutes.',
        '**Chat servers scroll.** A call for a point guard is gone after ten messages, and nobody knows your hours.',
        '**Hours are the hidden wall.** Five adults in three zones may share two hours a week, and no list shows which two.',
        '**Scarce positions decide.** Where centers are few, four good players wait for one.',
        '**Money is awkward.** Paying a stranger for seven games, or being paid by one, needs more trust than a message gives.',
      ],
    },
    {
      kind: 'text',
      text: 'Streamers feel the same problem from the other side: they have viewers who would love to run with them, and no fair way to pick five.',
    },
  ],
};
