import type { Section } from '../schema/whitepaper-schema.ts';
import { whoWeAre } from './01-who-we-are.ts';
import { executiveSummary } from './02-executive-summary.ts';
import { problem } from './03-problem.ts';
import { solution } from './04-solution.ts';
import { tokenSection } from './05-token.ts';
import { matchmaking } from './06-matchmaking.ts';
import { streamerHub } from './07-streamer-hub.ts';
import { automation } from './08-automation.ts';
import { ecosystem } from './09-ecosystem.ts';
import { market } from './10-market.ts';
import { businessModel } from './11-business-model.ts';
import { architectureSection } from './12-architecture.ts';
import { security } from './13-security.ts';
import { roadmapSection } from './14-roadmap.ts';
import { risks } from './15-risks.ts';
import { teamSection } from './16-team.ts';
import { legalSection } from './17-legal.ts';
import { references } from './18-references.ts';

/** All 18 sections, in order. Only the whitepaper page imports them. */
export const sections: Section[] = [
  whoWeAre,
  executiveSummary,
  problem,
  solution,
  tokenSection,
  matchmaking,
  streamerHub,
  automation,
  ecosystem,
  market,
  businessModel,
  architectureSection,
  security,
  roadmapSection,
  risks,
  teamSection,
  legalSection,
  references,
];
