import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import { getWhoWeAre } from './01-who-we-are.ts';
import { getExecutiveSummary } from './02-executive-summary.ts';
import { getProblem } from './03-problem.ts';
import { getSolution } from './04-solution.ts';
import { getTokenSection } from './05-token.ts';
import { getMatchmaking } from './06-matchmaking.ts';
import { getStreamerHub } from './07-streamer-hub.ts';
import { getAutomation } from './08-automation.ts';
import { getEcosystem } from './09-ecosystem.ts';
import { getMarket } from './10-market.ts';
import { getBusinessModel } from './11-business-model.ts';
import { getArchitectureSection } from './12-architecture.ts';
import { getSecurity } from './13-security.ts';
import { getRoadmapSection } from './14-roadmap.ts';
import { getRisks } from './15-risks.ts';
import { getTeamSection } from './16-team.ts';
import { getLegalSection } from './17-legal.ts';
import { getReferences } from './18-references.ts';

/** All 18 sections, in order. */
const SECTIONS = [
  getWhoWeAre,
  getExecutiveSummary,
  getProblem,
  getSolution,
  getTokenSection,
  getMatchmaking,
  getStreamerHub,
  getAutomation,
  getEcosystem,
  getMarket,
  getBusinessModel,
  getArchitectureSection,
  getSecurity,
  getRoadmapSection,
  getRisks,
  getTeamSection,
  getLegalSection,
  getReferences,
];

/** Only the whitepaper page imports the sections, because they're long. */
export const getSections = (t: Translator): Section[] => SECTIONS.map((getSection) => getSection(t));
