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
      text: 'A squad must first be possible. All five are published and not banned, nobody has blocked anybody, platforms and regions work together, there is a common mode and a common language, at least 120 minutes a week are free for all, and the five positions are covered by five different people.',
    },
    {
      kind: 'text',
      text: 'Among possible squads the engine looks for the set with the best total, not only for one lucky five. The score of each has seven parts.',
    },
    { kind: 'figure', figure: 'squad-weights', caption: 'Starting weights of squad matching, in percent' },
    {
      kind: 'list',
      items: [
        '**Same input, same squads.** A run with the same players, rules and seed gives the same result.',
        '**It knows how good it is.** Each run stores its total, an upper bound that no solution can beat, and the gap between them.',
        '**Waiting counts.** Priority rises with every run in which you were left out.',
        '**Declining is free.** Nobody is punished because another member said no or said nothing.',
      ],
    },
    { kind: 'heading', text: 'Crews: who you like to be around' },
    {
      kind: 'text',
      text: 'Not every evening is about winning. Crew matching, **Planned**, is for finding people to stream, create or talk with. Its default weights are 40% spiritual, 25% personality, 20% interests and 15% lifestyle.',
    },
    { kind: 'figure', figure: 'crew-weights', caption: 'Default weights of crew matching, in percent' },
    {
      kind: 'text',
      text: 'By spiritual we mean values and outlook: what somebody is here for. Every answer will be voluntary, none will be public, and you will be able to set the weights yourself. We will never ask for a religion.',
    },
  ],
};
