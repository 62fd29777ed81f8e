import type { StepKey } from '../onboarding-steps.schema.ts';
import type { FieldName } from '../profile-fields.schema.ts';
import type { Draft } from '../profile-form.rules.ts';
import type { Looking, OwnProfile } from '../profiles.schema.ts';

/** The props of each onboarding step: the form so far, its errors, and how to change it. */
export type StepProps = {
  draft: Draft;
  errors: Partial<Record<FieldName, string>>;
  change: (part: Partial<Draft>) => void;
  /** Also shows fields that can wait until later, when editing an existing profile. */
  whole?: boolean;
  /** The last saved values. */
  profile: Pick<OwnProfile, 'id' | 'verified' | 'avatar_path'>;
  /** What the matcher looks for. Not part of the form: it takes effect immediately. */
  looking: Looking;
  onLooking: (looking: Looking) => void;
  /** Goes to another step, where there are any. */
  onStep?: (step: StepKey) => void;
};
