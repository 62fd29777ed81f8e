import type { Section } from '../schema/whitepaper-schema.ts';

export const matchmaking: Section = {
  id: 'matchmaking',
  number: 6,
  title: 'Matchmaking',
  summary: 'Two kinds of matching: squads to play with, and crews to belong to.',
  blocks: [
    { kind: 'heading', text: 'Squads: who wins games together' },
    {
      kind: 'text',
      text: "A squad must first be possible. All five are published and not banned, and no one has blocked anyone. Platforms and regions work together, and there's a common mode and a common language. All five are free for at least 120 shared minutes a week, and five different people cover the five positions.",
    },
    {
      kind: 'text',
      text: 'Among possible squads, the engine looks for the set with the best total, not just one lucky squad. Each score has seven parts.',
    },
    { kind: 'figure', figure: 'squad-weights', caption: 'Starting weights of squad matching, in percent' },
    {
      kind: 'list',
      items: [
        '**Same input, same squads.** A matching round with the same players, rules and seed gives the same result.',
        '**It knows how good it is.** Each round stores its total, an upper bound that no solution can beat, and the gap between them.',
        '**Waiting counts.** Your priority rises with every round that leaves you out.',
        '**Declining is free.** No one gets a penalty because another member said no or said nothing.',
      ],
    },
    { kind: 'heading', text: 'Crews: who you like to be around' },
    {
      kind: 'text',
      text: 'Not every evening is about winning. Crew matching, **Planned**, will find you people to stream, create or talk with. Its default weights are 40% spiritual, 25% personality, 20% interests and 15% lifestyle.',
    },
    { kind: 'figure', figure: 'crew-weights', caption: 'Default weights of crew matching, in percent' },
    {
      kind: 'text',
      text: "By spiritual we mean values and outlook: what you're here for. Every answer will be voluntary, none will be public, and you'll be able to set the weights yourself. We'll never ask for a religion.",
    },
  ],
};
