import { CONTACT_LABELS, type Contact, HANDLE_LABELS } from '../game.schema.ts';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const SHOWN = options(HANDLE_LABELS);
const REACHED_BY = options(CONTACT_LABELS);

/**
 * Explains each choice. The notification settings contain the actual rules, which users can change per notification
 * type.
 */
const REACH_HINTS: Record<Contact, string> = {
  email: "Notifications come by email, and on Discord once it's connected.",
  phone:
    'Matches, parties and bookings come by text once you confirm your phone number. Until then, they come by email. Calendars and everything else come by email.',
  discord:
    'Matches, parties and bookings come on Discord once you connect it under Play. Until then, they come by email. Calendars and everything else come by email.',
};

const AS_TYPED = { input: { autoCapitalize: 'none' } };

export function ContactStep(props: StepProps) {
  const ask = createQuestionRenderer(props, {
    discord: AS_TYPED,
    twitter: AS_TYPED,
    psn: AS_TYPED,
    public_handles: { options: SHOWN },
    phone: { input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
    preferred_contact: { options: REACHED_BY, hint: REACH_HINTS[props.draft.preferred_contact as Contact] },
  });
  return (
    <div className="stack-lg">
      {ask('mic')}
      <div className="field-pairs">
        {ask('discord')}
        {ask('twitter')}
        {ask('psn')}
        {ask('xbox')}
      </div>
      {ask('public_handles')}
      <div className="field-pairs">
        {ask('phone')}
        {ask('preferred_contact')}
      </div>
      <div className="stack">
        {ask('allow_contact')}
        {ask('consent_comms')}
      </div>
    </div>
  );
}
