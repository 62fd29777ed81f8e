import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { LinkCard } from '../schema/page-schema.ts';

export const communityPage: {
  title: string;
  intro: string;
  cards: LinkCard[];
  rules: { title: string; points: string[] };
  featured: { title: string; text: string };
} = {
  title: 'Community',
  intro: 'No one is a stranger for longer than one game. Pick a door.',
  cards: [
    {
      id: 'chat',
      title: 'Voice chat on Discord',
      text: 'Rooms for runs, film and late-night talk. Voice only, so bring a headset.',
      action: { label: 'Join the chat server', href: links.chatInvite },
    },
    {
      id: 'x',
      title: 'The crew on X',
      text: "Clips, run calls, patch arguments and who's live tonight.",
      action: { label: 'Follow on X', href: links.xProfile },
    },
    {
      id: 'live',
      title: 'Live every day',
      text: 'Two streams after 5PM EST, a countdown in your own time zone and a calendar reminder.',
      action: { label: 'Open the Command Center', href: paths.commandCenter },
    },
  ],
  rules: {
    title: 'How we treat each other',
    points: [
      'Be on time. Four people are waiting.',
      "Teach, don't mock. Everyone was a 60 once.",
      'No slurs, no threats, no doxxing. We ban for that.',
      'If you have to leave, say so and finish the possession.',
    ],
  },
  featured: {
    title: 'Featured Communities',
    text: 'Coming soon: a place for the crews, clubs and channels that grew out of this one.',
  },
};
