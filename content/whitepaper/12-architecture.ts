import type { Section } from '../schema/whitepaper-schema.ts';

export const architectureSection: Section = {
  id: 'architecture',
  number: 12,
  title: 'Technical architecture',
  summary: 'One service, one database, one door.',
  blocks: [
    { kind: 'figure', figure: 'architecture', caption: 'The parts of Planet Crew and what passes between them' },
    {
      kind: 'list',
      items: [
        '**One door.** Pages, browsers and bots all use the same API, so we check each rule in one place.',
        '**A pure matcher.** It has no clock, no network and no hidden randomness. You can repeat and audit a round.',
        '**A double-entry ledger.** For each order, what we charged equals what we hold, released, refunded and paid in fees, to the cent.',
        '**An outbox.** We store a message together with its cause, so a crash neither loses nor doubles it.',
        '**Nodes without memory.** Any number of them can run on one database.',
      ],
    },
    {
      kind: 'text',
      text: "Public pages are complete before any script runs and never depend on who's looking. They read well on an old phone, and caches may keep them.",
    },
    {
      kind: 'text',
      text: 'We keep weekly hours as local times with their time zone and turn them into real hours for each concrete week. A squad across three countries keeps its evening when clocks change.',
    },
  ],
};
