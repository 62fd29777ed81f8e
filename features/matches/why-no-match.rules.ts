import type { ChangeFacts, WhyNotFacts } from '../../matcher/run.ts';

/** What was worked out for somebody who was left over, without words: sentences are written for whoever reads. */
export type Advice = { facts: WhyNotFacts; change: ChangeFacts[] | null };
