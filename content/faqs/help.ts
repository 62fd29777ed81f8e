import type { FaqItem } from '../schema/base-schema.ts';

/** The four questions of /help-support. */
export const helpFaq: FaqItem[] = [
  {
    id: 'what-is-planet-crew',
    question: 'What is Planet Crew?',
    answer:
      'A family portal for streamers, gamers and digital creators. Its busiest spot is [the Protocol](/protocol), which finds teammates for basketball-game players.',
  },
  {
    id: 'how-to-start',
    question: 'How do I get started?',
    answer:
      "[Sign in](/protocol/auth) with Twitch or your email, complete the six steps of your profile and publish it. Then you're in the directory, and we'll look for teammates until you have a squad.",
  },
  {
    id: 'what-is-the-community',
    question: 'What is the community?',
    answer:
      "Players and creators who meet in voice chat, on X and on stream. There's no tryout. Be on time, be kind, and tell people when you have to leave.",
  },
  {
    id: 'how-voice-chat-works',
    question: 'How does voice chat work?',
    answer:
      'Open the invite, join the server and walk into any voice room. The server is voice-only, with no text chat, so put your headset on and say hello.',
  },
];
