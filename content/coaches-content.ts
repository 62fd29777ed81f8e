import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';
import { links } from './links.ts';
import type { Coach } from './schema/offers-schema.ts';

/** The coaches with their names, which are the same in every language, and the channels where they stream. */
export const coaches = [
  { id: 'coach-handles', name: 'Coach Handles', channel: links.twitchMain },
  { id: 'coach-lock', name: 'Coach Lock', channel: links.twitchSecond },
  { id: 'coach-paint', name: 'Coach Paint', channel: links.twitchMain },
] as const;

const TEXTS = {
  'coach-handles': {
    title: messages.coachHandlesTitle,
    specialties: [messages.coachHandlesDribbling, messages.coachHandlesReads, messages.coachHandlesDecisions],
    bio: messages.coachHandlesBio,
  },
  'coach-lock': {
    title: messages.coachLockTitle,
    specialties: [messages.coachLockOnBall, messages.coachLockHelp, messages.coachLockBadges],
    bio: messages.coachLockBio,
  },
  'coach-paint': {
    title: messages.coachPaintTitle,
    specialties: [messages.coachPaintRebounds, messages.coachPaintScreens, messages.coachPaintRim],
    bio: messages.coachPaintBio,
  },
} as const;

export const getCoachesTexts = (t: Translator) => ({
  title: t(messages.coachesTitle),
  line: t(messages.coachesLead),
});

/** Returns the coaches with their texts, for the page that introduces them. */
export const getCoaches = (t: Translator): Coach[] =>
  coaches.map(({ id, name, channel }) => ({
    id,
    name,
    title: t(TEXTS[id].title),
    specialties: TEXTS[id].specialties.map((specialty) => t(specialty)),
    bio: t(TEXTS[id].bio),
    watch: { label: t(messages.coachWatchLive), href: channel },
  }));
