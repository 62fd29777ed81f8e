import { paths } from '../paths.ts';
import type { PressKit } from '../schema/page-schema.ts';

export const pressKit: PressKit = {
  title: 'Press Kit',
  intro: "Everything you need to write or talk about Planet Crew. Take what you like; you don't need to ask.",
  facts: [
    { label: 'Name', value: 'Planet Crew (two words, both capital)' },
    { label: 'What it is', value: 'Community and creator portal with a squad finder for basketball-game players' },
    { label: 'Main product', value: 'The Protocol: squads of five and pairs, with reasons' },
    { label: 'Stage', value: 'Public beta' },
    { label: 'Price', value: 'Free $0 forever, Pro $9.99 per month, Premium $24.99 per month' },
    { label: 'Streams', value: 'Two channels, live after 5PM EST every day' },
    { label: 'Tournament of Power', value: '50 AI tools, 11 tiers, 16 categories' },
    { label: 'Whitepaper', value: 'Version 3.0, August 25, 2025' },
  ],
  boilerplate: {
    short:
      'Planet Crew is a family portal for streamers, gamers and creators. Its Protocol finds basketball-game players the four teammates who fit their position, their hours and their style.',
    long: 'Planet Crew is a family portal for streamers, gamers and digital creators. Its squad finder, the Protocol, matches basketball-game players into squads of five and into pairs. Each match shows a score out of 100 and the reasons behind it: who covers which position, how many hours a week the members share and how close they are in skill. Around the Protocol there are LFG listings, seven-game hires with held funds, coaching sessions and a team-assembly concierge. Planet Crew is in public beta and free to join.',
  },
  sections: [
    {
      id: 'words',
      title: 'Words we use',
      paragraphs: ['Small things that make us smile when others get them right.'],
      points: [
        '**Squad**: five players, one for each position.',
        "**Held funds**: money we hold until the games are confirmed. We don't call it escrow.",
        '**Crew**: everyone here, whether they play, stream or cheer.',
      ],
    },
  ],
  logoUse: {
    do: [
      'Use the files as they are, in color or in one color.',
      'Leave free space around the mark as wide as a quarter of its height.',
      'Put the light mark on dark ground and the dark mark on light ground.',
    ],
    dont: [
      'Stretch, tilt, recolor or add effects to the mark.',
      'Put the mark beside another one in a way that reads as an endorsement.',
      'Use the mark as the icon of your own product or channel.',
    ],
  },
  assets: [
    {
      id: 'logo-color',
      title: 'Logo, color',
      file: '/brand/logo.svg',
      alt: 'The ringed planet of Planet Crew, drawn like a basketball, in color',
      size: 'SVG',
    },
    {
      id: 'logo-light',
      title: 'Logo, light on dark',
      file: '/brand/logo-light.svg',
      alt: 'The mark of Planet Crew in one light color',
      size: 'SVG',
    },
    {
      id: 'logo-dark',
      title: 'Logo, dark on light',
      file: '/brand/logo-dark.svg',
      alt: 'The mark of Planet Crew in one dark color',
      size: 'SVG',
    },
    {
      id: 'icon-512',
      title: 'Icon',
      file: '/brand/icon-512.png',
      alt: 'Square icon of Planet Crew with the mark in the middle',
      size: '512 × 512 PNG',
    },
    {
      id: 'banner',
      title: 'Banner',
      file: '/brand/banner-1200x630.png',
      alt: 'Wide banner with the mark, the name and the line One crew. Every court. Every stream.',
      size: '1200 × 630 PNG',
    },
  ],
  actions: [{ label: 'Ask us something', href: paths.help }],
};
