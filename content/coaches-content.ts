import { links } from './links.ts';
import type { Coach } from './schema/offers-schema.ts';

export const coachesTexts = {
  title: 'Coaches',
  line: 'Watch how they think first. Then book half an hour and bring one problem.',
  watchLive: 'Watch Live',
};

export const coaches: Coach[] = [
  {
    id: 'coach-handles',
    name: 'Coach Handles',
    title: 'Point guard and tempo',
    specialties: ['Ball handling', 'Pick and roll reads', 'Late-clock decisions'],
    bio: 'Slows the game down until you see the second pass. Brings your own film and stops it at the moment that mattered.',
    watch: { label: 'Watch Live', href: links.twitchMain },
  },
  {
    id: 'coach-lock',
    name: 'Coach Lock',
    title: 'Perimeter defense',
    specialties: ['On-ball defense', 'Switching and help', 'Badge choices for locks'],
    bio: 'Believes stops are louder than threes. You leave with two habits to drop and one to keep.',
    watch: { label: 'Watch Live', href: links.twitchSecond },
  },
  {
    id: 'coach-paint',
    name: 'Coach Paint',
    title: 'Bigs, boards and spacing',
    specialties: ['Rebounding timing', 'Screens that free shooters', 'Protecting the rim'],
    bio: 'Teaches centers to be seen without the ball. Patient with first-season bigs, strict about box-outs.',
    watch: { label: 'Watch Live', href: links.twitchMain },
  },
];
