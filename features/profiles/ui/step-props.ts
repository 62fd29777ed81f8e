import type { Draft } from '../profile-form.rules.ts';
import type { Errors } from './use-onboarding.ts';

/** What each step of onboarding gets: the form so far, what is wrong with it, and how to change it. */
export type StepProps = { draft: Draft; errors: Errors; change: (part: Partial<Draft>) => void };
