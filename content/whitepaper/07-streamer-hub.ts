import type { Section } from '../schema/whitepaper-schema.ts';

export const streamerHub: Section = {
  id: 'streamer-hub',
  number: 7,
  title: 'Streamer hub',
  summary: 'Streams every day after 5PM EST, and a bridge between watching and playing.',
  blocks: [
    {
      kind: 'text',
      text: 'Two channels go live after 5PM EST every day. The [Command Center](/command-center) shows both, counts down in your own time and gives you a reminder for your calendar. Nothing is loaded from a streaming platform before you press play.',
    },
    {
      kind: 'statuses',
      items: [
        { name: 'Command Center', status: 'Live', text: 'Two streams, countdown and reminder.' },
        { name: 'Sign-in with Twitch', status: 'Live', text: 'The shortest way into the Protocol.' },
        { name: 'Live badge on profiles', status: 'Beta', text: 'Shows who in the directory is on air.' },
        {
          name: 'Viewer squads',
          status: 'Planned',
          text: 'A streamer opens seats; viewers are matched to them fairly.',
        },
      ],
    },
    {
      kind: 'text',
      text: 'A streamer keeps their channel, their rules and their income. We link out, we do not re-host.',
    },
  ],
};
