import type { StepKey } from '../onboarding-steps.schema.ts';
import type { FieldName } from '../profile-fields.schema.ts';
import type { Draft } from '../profile-form.rules.ts';
import type { Looking, OwnProfile } from '../profiles.schema.ts';

/** What each step of onboarding gets: the form so far, what is wrong with it, and how to change it. */
export type StepProps = {
  draft: Draft;
  errors: Partial<Record<FieldName, string>>;
  change: (part: Partial<Draft>) => void;
  /** Shows what can wait until later as well: where a profile is edited, not begun. */
  whole?: boolean;
  /** As it was saved last. */
  profile: Pick<OwnProfile, 'id' | 'verified' | 'avatar_path'>;
  /** What the matcher looks for: no part of the form, it counts at once. */
  looking: Looking;
  onLooking: (looking: Looking) => void;
  /** Goes to another step, where there are steps. */
  onStep?: (step: StepKey) => void;
};
