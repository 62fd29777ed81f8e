import type { ChangelogEntry } from '../schema/page-schema.ts';

export const changelogTexts = { title: 'Changelog', line: 'What changed, newest first, in plain words.' };

/** Newest first. */
export const changelog: ChangelogEntry[] = [
  {
    date: '2026-11-27',
    title: 'It holds when things go wrong',
    line: 'Money, news and pages behave the same when a card, a bank, a server or a connection does not.',
    changes: [
      {
        kind: 'Changed',
        text: 'Team assembly goes by who shares hours with those who stay, and fills more squads in its 48 hours.',
      },
      {
        kind: 'Changed',
        text: 'What a banned buyer has paid for and not begun goes back at once, and both sides hear why.',
      },
      {
        kind: 'Changed',
        text: 'While a bank looks at a payment, its order says so to everybody in it, and nothing is offered that would be refused.',
      },
      {
        kind: 'Changed',
        text: 'Why there is no match says what keeps most others apart, and promises nobody a place that the next round does not give.',
      },
      {
        kind: 'Changed',
        text: 'The build assistant reads squads, measures and languages as people write them.',
      },
      {
        kind: 'Fixed',
        text: 'What you typed in more than a line is there after a reload, and gone after you sign out.',
      },
      { kind: 'Fixed', text: 'A second press, a lost answer or a second tab does nothing twice.' },
      { kind: 'Fixed', text: 'Times that belong together are written in one way, in pages and messages alike.' },
    ],
  },
  {
    date: '2026-11-25',
    title: 'Play now, and keep the people you liked',
    line: 'A live queue, squads that outlast a match, and one home once you are signed in.',
    changes: [
      {
        kind: 'Added',
        text: 'Play now: a live queue with a ready check, refills of an empty seat and an honest wait.',
      },
      { kind: 'Added', text: 'Squads with a room, sessions, a thread, stand-ins and a page of their own.' },
      { kind: 'Added', text: 'Push to a locked phone, reminders, and messages among squads, applications and hires.' },
      { kind: 'Added', text: 'A build assistant that talks in four languages and keeps what it says within a budget.' },
      {
        kind: 'Added',
        text: 'Call-back hours of the phone concierge, and team assembly that asks whole fives in waves.',
      },
      {
        kind: 'Changed',
        text: 'Why there is no match names what really binds, and a change is promised once it is proven.',
      },
      {
        kind: 'Changed',
        text: 'The tournament moves a warrior once five people have voted, and shows how sure it is.',
      },
      {
        kind: 'Changed',
        text: 'Every page and message writes times in the zone of your profile, by a clock of 12 or 24 hours.',
      },
      {
        kind: 'Changed',
        text: 'The [terms, Privacy Policy and Refund Policy](/legal) say what squads, the queue, push, calls and credits mean for you.',
      },
    ],
  },
  {
    date: '2025-10-11',
    title: 'Squads that explain themselves',
    line: 'Matches got reasons, and moderation got a console.',
    changes: [
      { kind: 'Added', text: 'Match cards with a score out of 100, position coverage and shared hours a week.' },
      { kind: 'Added', text: 'Accept and decline from the mail, on a page that only acts once you are signed in.' },
      { kind: 'Added', text: 'LFG listings with filters, applications, reports and a Featured Boost of 7 days.' },
      { kind: 'Changed', text: 'The health page gives one verdict, GO or NO-GO, and the numbers behind it.' },
    ],
  },
  {
    date: '2025-09-15',
    title: 'The Protocol opens',
    line: 'Profiles, a directory and the first deals.',
    changes: [
      { kind: 'Added', text: 'Sign-in with Twitch and a profile in six steps, private until you publish it.' },
      { kind: 'Added', text: 'Find Your Squad: a directory filtered by platform, position, region and mic.' },
      { kind: 'Added', text: 'Founders Premium, Team Assembly, 7-Game Deals and the Coaching Sprint.' },
      { kind: 'Fixed', text: 'A sign-in that hangs now says so after ten seconds and offers another try.' },
    ],
  },
  {
    date: '2025-08-01',
    title: 'Planet Crew in beta',
    line: 'The portal, the streams and the tournament.',
    changes: [
      { kind: 'Added', text: 'Home page with the story book, the two streams and the team.' },
      { kind: 'Added', text: 'Tournament of Power: 50 AI tools in 11 tiers and 16 categories.' },
      { kind: 'Added', text: 'Help & Support, the FAQ and the voice chat server.' },
    ],
  },
];
