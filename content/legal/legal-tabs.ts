import type { LegalTab } from '../schema/page-schema.ts';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { terms } from './terms.ts';

export const legalTexts = {
  title: 'Legal',
  line: 'Plain words, three tabs.',
  notice: "We wrote these texts ourselves and keep them true to the code. They're not legal advice.",
};

export const legalTabs: LegalTab[] = [terms, privacy, refunds];
