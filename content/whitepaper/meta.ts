import type { WhitepaperMeta } from '../schema/whitepaper-schema.ts';

export const whitepaperMeta: WhitepaperMeta = {
  title: 'Planet Crew Whitepaper',
  version: '3.0',
  updated: '2025-08-25',
  updatedLabel: 'August 25, 2025',
  contentsTitle: 'Table of contents',
  scrollOffset: 100,
  note: 'Read **Live** as usable today, **Beta** as usable and still changing, **Planned** as not started, and **Pending** as decided but waiting for an outside event.',
};
