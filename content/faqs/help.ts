import type { FaqItem } from '../schema/base-schema.ts';

/** The four questions of /help-support. */
export const helpFaq: FaqItem[] = [
  {
    id: 'what-is-planet-crew',
    question: 'What is Planet Crew?',
    answer:
      'A family portal for streamers, gamers and digital creators. Its busiest place is [the Protocol](/protocol), which finds teammates for basketball-game players.',
  },
  {
    id: 'how-to-start',
    question: 'How do I get started?',
    answer:
      '[Sign in](/protocol/auth) with Twitch or your email, fill in the six steps of your profile and publish it. From then on you are in the directory, and we look for teammates for you until you have a squad.',
  },
  {
    id: 'what-is-the-community',
    question: 'What is the community?',
    answer:
      'Players and creators who meet in voice chat, on X and on stream. There is no entry test: be on time, be kind, and tell people when you have to leave.',
  },
  {
    id: 'how-voice-chat-works',
    question: 'How does voice chat work?',
    answer:
      'Open the invite, join the server and walk into any voice room. The server is voice-only: it has no text chat, so put your headset on and say hello.',
  },
];
