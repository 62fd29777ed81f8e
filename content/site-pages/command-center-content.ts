import { paths } from '../paths.ts';

/** Texts of /command-center. The channels are in home/streamers.ts. */
export const commandCenter = {
  title: 'Command Center',
  line: 'Two streams, after 5PM EST every day.',
  start: { hour: 17, minute: 0, zone: 'America/New_York', label: '5 PM Eastern' },
  countdown: {
    until: 'Next stream in',
    untilScheduled: 'Next scheduled stream in',
    yourTime: "That's {time} where you are.",
    live: 'Live now: {names}. Watch below.',
    late: "It's past 5 PM Eastern, but no one is live yet.",
    unknown: "It's past 5 PM Eastern. See below who's on.",
  },
  player: {
    load: 'Load the stream',
    consent:
      'We request nothing from Twitch until you press this. Then Twitch sees your IP address and may set cookies.',
    open: 'Open on Twitch',
    live: 'Live now',
    offline: 'Offline',
    unknown: "We can't tell from here whether this channel is live.",
  },
  reminder: {
    label: 'Remind me (.ics)',
    eventTitle: 'Planet Crew live',
    eventText: 'The crew goes live at 5 PM Eastern. See you in the Command Center.',
    fileName: 'planet-crew-live.ics',
  },
  back: { label: 'Back to Community', href: paths.community },
} as const;
