// The onboarding steps in order. The stepper, headings, validation and the saved draft's position follow this list.
// profile-fields.schema.ts says which fields belong to a step; ui/step-views.ts says which component shows it.

export const ONBOARDING_STEPS = [
  { key: 'basics', title: 'Basics', lead: 'Who you are and where you play from.' },
  { key: 'position', title: 'Position', lead: 'Your spot on the floor and the build you bring.' },
  { key: 'game', title: 'Game', lead: 'What you play and how serious you are about it.' },
  { key: 'hours', title: 'Hours', lead: 'When you can play, week after week.' },
  { key: 'contact', title: 'Contact', lead: 'How your squad can reach you, and who can see it.' },
  { key: 'publish', title: 'Publish', lead: "A few words, one last look, and you're in." },
] as const;

export type StepKey = (typeof ONBOARDING_STEPS)[number]['key'];

/** Returns a step's index in the list. */
export const getStepIndex = (key: StepKey): number => ONBOARDING_STEPS.findIndex((step) => step.key === key);
