import { paths } from '../paths.ts';
import type { ProsePage } from '../schema/page-schema.ts';

export const aboutPage: ProsePage = {
  title: 'About Planet Crew',
  intro: "We're building a home for people who'd rather run with a crew than with strangers.",
  sections: [
    {
      id: 'why',
      title: 'Why we exist',
      paragraphs: [
        "Basketball games are made for five. Most evenings you get a lobby of people who've never spoken, who want different things and who leave after the first bad quarter.",
        "The people who'd suit you exist. They play your mode, at your level, at your hours. The work is in finding them, and that's work a computer can do.",
      ],
    },
    {
      id: 'what',
      title: 'What we make',
      paragraphs: [
        "The [Protocol](/protocol) matches squads of five and pairs, and says why. You'll also find LFG listings, hires with held funds, coaches and a concierge who puts a team together.",
        'For creators there are [daily streams](/command-center), [tools](/tools) and the [Tournament of Power](/tournament-of-power), our running argument about AI tools.',
      ],
    },
    {
      id: 'how',
      title: 'How we work',
      paragraphs: ['Four habits we try to keep.'],
      points: [
        '**Show the reasons.** A score without an explanation is a rumor.',
        "**Count, don't claim.** We count the numbers on this site from our own data.",
        '**Hold money carefully.** We hold what you pay until you get what you paid for.',
        '**Stay free where it matters.** Finding a squad is free and always will be.',
      ],
    },
    {
      id: 'beta',
      title: 'Where we are',
      paragraphs: [
        "Planet Crew is in beta. Things change, sometimes they break, and the [changelog](/changelog) says so. If something's missing, [tell us](/help-support).",
      ],
    },
  ],
  actions: [
    { label: 'Join the Portal', href: paths.auth },
    { label: 'Meet the team', href: paths.team },
  ],
};
