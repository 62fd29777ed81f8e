import type { StepKey } from '../onboarding-steps.schema.ts';
import type { FieldName } from '../profile-fields.schema.ts';
import type { Draft } from '../profile-form.rules.ts';
import type { Looking, OwnProfile } from '../profiles.schema.ts';

/** The props of each onboarding step: the form so far, its errors, and how to change it. */
export type StepProps = {
  draft: Draft;
  errors: Partial<Record<FieldName, string>>;
  change: (part: Partial<Draft>) => void;
  /** Whether to show fields that can wait until later, for an existing profile. */
  whole?: boolean;
  /** The last saved values. */
  profile: Pick<OwnProfile, 'id' | 'verified' | 'avatar_path'>;
  /**
   * The player's choices whether to look for a squad and a pair. They aren't part of the form, because they take effect
   * immediately.
   */
  looking: Looking;
  onLooking: (settings: Looking) => void;
  /** Opens another step; undefined on pages without steps. */
  onStep?: (step: StepKey) => void;
};
