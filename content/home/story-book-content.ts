import type { StoryPage } from '../schema/page-schema.ts';

export const storyBook: {
  title: string;
  open: string;
  close: string;
  previous: string;
  next: string;
  pages: StoryPage[];
} = {
  title: 'The story of the planet',
  open: 'Open the book',
  close: 'Close the book',
  previous: 'Previous',
  next: 'Next',
  pages: [
    {
      title: 'The Beginning',
      paragraphs: [
        'It began in a lobby. Four strangers, one empty spot, and a game lost before the tip-off because no one talked.',
        "We knew the game wasn't the problem. There were good people everywhere, awake at the same hour, playing the same way. They had no way to find each other.",
      ],
    },
    {
      title: 'The Vision',
      paragraphs: [
        'So we drew a planet: a place where a player, a streamer and a creator are the same kind of neighbor.',
        "You say how you play and when you're free. The planet finds your five. What you build together, on court or on stream, is yours.",
      ],
    },
    {
      title: 'The Ecosystem',
      paragraphs: [
        'Everything a crew needs orbits the planet: the Protocol that forms squads, coaches who teach, deals with held funds, streams after 5PM EST and a tournament of the AI tools that creators use.',
        'Each of them works alone. Together they save you the hours you used to spend looking.',
      ],
    },
    {
      title: 'Join Us',
      paragraphs: [
        "There's a spot left. There always is, because the planet grows one crew at a time.",
        "Bring your position, your hours and your sense of humor. We'll bring four others.",
      ],
    },
  ],
};
