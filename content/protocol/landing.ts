import { paths } from '../paths.ts';

/** Texts of /protocol. The number of active members is computed and hidden when it's 0. */
export const protocolLanding = {
  headline: 'Find your 5. Build smarter. Rep faster.',
  line: 'A teammate finder for people who would rather play than scroll. Connect Twitch, say how you play, get your five.',
  activeMembers: 'active squad members',
  join: { label: 'Join Free', href: paths.auth },
  deals: { label: 'See Deals', href: paths.deals },
  featuresTitle: 'What it does',
  features: [
    {
      id: 'squad-finder',
      title: 'AI squad finder',
      text: 'Every two hours, we check every published profile and propose squads of five and pairs that fit.',
    },
    {
      id: 'reasons',
      title: 'Reasons, not riddles',
      text: 'Each match shows a score out of 100, who covers which position, and the hours a week you share.',
    },
    {
      id: 'lfg',
      title: 'LFG that respects your time',
      text: 'Post the positions you need. Filter by platform, region, mode and position, and apply in two taps.',
    },
    {
      id: 'deals',
      title: 'Hire with held funds',
      text: 'Book a player for seven games. We hold the money until the games are confirmed.',
    },
    {
      id: 'coaching',
      title: 'Coaches and team assembly',
      text: 'Thirty minutes with a coach, or a whole squad of five put together for you in 48 h.',
    },
  ],
  founder: {
    badge: 'Founder',
    name: 'Captain',
    text: 'Started Planet Crew after one lost lobby too many. Plays point and reads every report.',
    link: { label: 'Watch live', href: paths.commandCenter },
  },
  corePartners: [
    {
      badge: 'Core Partner',
      name: 'Engineer',
      text: 'Builds and runs the matching, and publishes how well it did after every round.',
      link: { label: 'How matching works', href: `${paths.whitepaper}#matchmaking` },
    },
    {
      badge: 'Core Partner',
      name: 'Storyteller',
      text: 'Brings the crew to the screen and gives small channels a bigger court.',
      link: { label: 'Meet the team', href: paths.team },
    },
  ],
};
