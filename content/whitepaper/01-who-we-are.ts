import type { Section } from '../schema/whitepaper-schema.ts';

export const whoWeAre: Section = {
  id: 'who-we-are',
  number: 1,
  title: 'Who we are',
  summary: 'A family portal for streamers, gamers and creators, built around finding the right people.',
  blocks: [
    {
      kind: 'text',
      text: "Planet Crew is a portal for people who play, stream and create. We call it a family portal because of how we want it to feel: we greet you, we miss you when you're away, and someone saves you a spot.",
    },
    {
      kind: 'text',
      text: "Its working heart is [the Protocol](/protocol), a squad finder for players of a basketball game. You sign in with a streaming account or an email address, and describe how you play and when you're free. Then you get matches for a squad of five or a partner, each with its reasons.",
    },
    {
      kind: 'list',
      items: [
        '**For players**: squads, pairs, LFG listings, coaching and hires.',
        '**For streamers**: a directory that shows who is live, and a daily slot after 5PM EST.',
        '**For creators**: tools, and the [Tournament of Power](/tournament-of-power), our ranking of 50 AI tools.',
      ],
    },
    {
      kind: 'text',
      text: "This paper says what exists, what's in beta and what's only an intention. Where a sentence is about the future, its status says so.",
    },
  ],
};
