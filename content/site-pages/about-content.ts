import { paths } from '../paths.ts';
import type { ProsePage } from '../schema/page-schema.ts';

export const aboutPage: ProsePage = {
  title: 'About Planet Crew',
  intro: 'We build a home for people who would rather run with a crew than with strangers.',
  sections: [
    {
      id: 'why',
      title: 'Why we exist',
      paragraphs: [
        'Basketball games are made for five. Most evenings you get a lobby of people who have never spoken, who want different things and who leave after the first bad quarter.',
        'The people who would suit you exist. They play your mode, at your level, in the hours you have. The work is in finding them, and that is work a computer can do.',
      ],
    },
    {
      id: 'what',
      title: 'What we make',
      paragraphs: [
        'The [Protocol](/protocol) matches squads of five and pairs, and says why. Around it are LFG listings, hires with held funds, coaches and a concierge who puts a team together.',
        'For creators there are [daily streams](/command-center), [tools](/tools) and the [Tournament of Power](/tournament-of-power), our running argument about AI tools.',
      ],
    },
    {
      id: 'how',
      title: 'How we work',
      paragraphs: ['Four habits that we try to keep.'],
      points: [
        '**Show the reasons.** A score without an explanation is a rumor.',
        '**Count, do not claim.** Numbers on this site are counted from our own data.',
        '**Hold money carefully.** What you pay is held until what you paid for has happened.',
        '**Stay free where it matters.** Finding a squad costs nothing, and will not.',
      ],
    },
    {
      id: 'beta',
      title: 'Where we are',
      paragraphs: [
        'Planet Crew is in beta. Things change, sometimes they break, and the [changelog](/changelog) says so. If you miss something, [tell us](/help-support).',
      ],
    },
  ],
  actions: [
    { label: 'Join the Portal', href: paths.auth },
    { label: 'Meet the team', href: paths.team },
  ],
};
