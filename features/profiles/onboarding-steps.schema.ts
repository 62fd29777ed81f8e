// The steps of onboarding, in their order: stepper, headings, checks and the place of a kept draft follow this list.
// Which fields stand on a step says profile-fields.schema.ts, what a step looks like ui/onboarding-form.tsx.

export const ONBOARDING_STEPS = [
  { key: 'basics', title: 'Basics', lead: 'Who you are and where you play from.' },
  { key: 'position', title: 'Position', lead: 'Your spot on the floor and the build you bring.' },
  { key: 'game', title: 'Game', lead: 'What you play and how serious you are about it.' },
  { key: 'hours', title: 'Hours', lead: 'The hours you can play, week after week.' },
  { key: 'contact', title: 'Contact', lead: 'How your squad may reach you, and who may see it.' },
  { key: 'publish', title: 'Publish', lead: 'A few words, one last look, and you are in.' },
] as const;

export type StepKey = (typeof ONBOARDING_STEPS)[number]['key'];

/** Index of a step in the order of the list. */
export const stepIndex = (key: StepKey): number => ONBOARDING_STEPS.findIndex((step) => step.key === key);
