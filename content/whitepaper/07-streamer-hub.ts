import type { Section } from '../schema/whitepaper-schema.ts';

export const streamerHub: Section = {
  id: 'streamer-hub',
  number: 7,
  title: 'Streamer hub',
  summary: 'Streams every day after 5PM EST, and a bridge between watching and playing.',
  blocks: [
    {
      kind: 'text',
      text: 'Two channels go live after 5PM EST every day. The [Command Center](/command-center) shows both, counts down in your own time zone and has a reminder for your calendar. Nothing loads from a streaming platform before you press play.',
    },
    {
      kind: 'statuses',
      items: [
        { name: 'Command Center', status: 'Live', text: 'Two streams, countdown and reminder.' },
        { name: 'Sign-in with Twitch', status: 'Live', text: 'The fastest way into the Protocol.' },
        { name: 'Live badge on profiles', status: 'Beta', text: 'Shows who in the directory is live.' },
        {
          name: 'Viewer squads',
          status: 'Planned',
          text: 'A streamer opens spots, and we match viewers to them fairly.',
        },
      ],
    },
    {
      kind: 'text',
      text: "Streamers keep their channel, their rules and their income. We link out; we don't re-host.",
    },
  ],
};
