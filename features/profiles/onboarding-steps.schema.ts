import * as messages from './profiles.messages.ts';

// The onboarding steps in order. The stepper, headings, validation and the saved draft's position follow this list.
// profile-fields.schema.ts says which fields belong to a step; ui/step-views.ts says which component shows it.

export const ONBOARDING_STEPS = [
  { key: 'basics', title: messages.basicsStep, lead: messages.basicsLead },
  { key: 'position', title: messages.positionStep, lead: messages.positionLead },
  { key: 'game', title: messages.gameStep, lead: messages.gameLead },
  { key: 'hours', title: messages.hoursStep, lead: messages.hoursLead },
  { key: 'contact', title: messages.contactStep, lead: messages.contactLead },
  { key: 'publish', title: messages.publishStep, lead: messages.publishLead },
] as const;

export type StepKey = (typeof ONBOARDING_STEPS)[number]['key'];

export const getStepIndex = (key: StepKey): number => ONBOARDING_STEPS.findIndex((step) => step.key === key);
