import { ONBOARDING_STEPS, type StepKey } from './onboarding-steps.schema.ts';
import { FIELD_NAMES, getFieldFacts } from './profile-fields.schema.ts';

/** The sections of anchors that aren't profile fields, by prefix. */
const OTHER_ANCHORS: readonly (readonly [string, StepKey])[] = [
  ['looking', 'hours'],
  ['contacts', 'publish'],
  ['preview', 'publish'],
];

/** Returns the section that a link opens: `#section-hours` or a field's `#psn`. */
export function findLinkedSection(hash: string): StepKey | undefined {
  const anchor = hash.slice(1);
  const section = ONBOARDING_STEPS.find(({ key }) => anchor === `section-${key}`);
  if (section) return section.key;
  const field = FIELD_NAMES.find((name) => name === anchor);
  return field ? getFieldFacts(field).form.step : OTHER_ANCHORS.find(([start]) => anchor.startsWith(start))?.[1];
}
