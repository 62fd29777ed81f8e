import type { ComponentType } from 'react';
import type { StepKey } from '../onboarding-steps.schema.ts';
import { BasicsStep } from './basics-step.tsx';
import { ContactStep } from './contact-step.tsx';
import { GameStep } from './game-step.tsx';
import { HoursStep } from './hours-step.tsx';
import { PositionStep } from './position-step.tsx';
import { PublishStep } from './publish-step.tsx';
import type { StepProps } from './step-props.ts';

export const STEP_VIEWS: Record<StepKey, ComponentType<StepProps>> = {
  basics: BasicsStep,
  position: PositionStep,
  game: GameStep,
  hours: HoursStep,
  contact: ContactStep,
  publish: PublishStep,
};
