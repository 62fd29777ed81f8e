import type { StepKey } from '../onboarding-steps.schema.ts';
import type { FieldName } from '../profile-fields.schema.ts';
import type { Draft } from '../profile-form.rules.ts';
import type { Looking, OwnProfile } from '../profiles.schema.ts';

/** The props of each onboarding step: the form so far, its errors, and how to change it. */
export type StepProps = {
  draft: Draft;
  errors: Partial<Record<FieldName, string>>;
  change: (part: Partial<Draft>) => void;
  /** When editing an existing profile, also shows fields that can wait until later. */
  whole?: boolean;
  /** The last saved values. */
  profile: Pick<OwnProfile, 'id' | 'verified' | 'avatar_path'>;
  /** What the matcher looks for (squad, pair). It isn't part of the form, because it takes effect immediately. */
  looking: Looking;
  onLooking: (looking: Looking) => void;
  /** Goes to another step. Undefined without steps. */
  onStep?: (step: StepKey) => void;
};
