import type { ReactNode } from 'react';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { CONTACT_LABELS, type Contact, HANDLE_LABELS } from '../game.schema.ts';
import type { FieldOfStep } from '../profile-fields.schema.ts';
import type { StepProps } from './step-props.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const SHOWN = options(HANDLE_LABELS);
const REACHED_BY = options(CONTACT_LABELS);

/** What each choice does. The notification settings define the rule and can change it for each kind. */
const REACH_HINTS: Record<Contact, string> = {
  email: "Notifications come by email, and on Discord once it's connected.",
  phone:
    'Matches, parties and bookings come by text once you confirm your phone number. Until then, they come by email. Calendars and everything else come by email.',
  discord:
    'Matches, parties and bookings come on Discord once you connect it under Play. Until then, they come by email. Calendars and everything else come by email.',
};

export function ContactStep({ draft, errors, change }: StepProps) {
  const questions: Record<FieldOfStep<'contact'>, ReactNode> = {
    mic: (
      <Switch
        label="Mic"
        hint="I talk on the mic while we play."
        checked={draft.mic}
        onChange={(mic) => change({ mic })}
      />
    ),
    discord: (
      <Field id="discord" label="Discord username" optional error={errors.discord}>
        <TextInput
          value={draft.discord}
          autoCapitalize="none"
          onChange={(event) => change({ discord: event.target.value })}
        />
      </Field>
    ),
    twitter: (
      <Field id="twitter" label="X handle" optional error={errors.twitter}>
        <TextInput
          value={draft.twitter}
          autoCapitalize="none"
          onChange={(event) => change({ twitter: event.target.value })}
        />
      </Field>
    ),
    psn: (
      <Field id="psn" label="PSN ID" optional error={errors.psn}>
        <TextInput value={draft.psn} autoCapitalize="none" onChange={(event) => change({ psn: event.target.value })} />
      </Field>
    ),
    xbox: (
      <Field id="xbox" label="Xbox gamertag" optional error={errors.xbox}>
        <TextInput value={draft.xbox} onChange={(event) => change({ xbox: event.target.value })} />
      </Field>
    ),
    public_handles: (
      <Field
        id="public_handles"
        label="Show on my public profile"
        group
        error={errors.public_handles}
        hint="We only show the others to members of a match that everyone accepted."
      >
        <CheckChips
          options={SHOWN}
          value={draft.public_handles}
          onChange={(public_handles) => change({ public_handles })}
        />
      </Field>
    ),
    phone: (
      <Field
        id="phone"
        label="Phone"
        optional
        error={errors.phone}
        hint="Include the country code. Never shown to others. We'll use it once you confirm it."
      >
        <TextInput
          type="tel"
          value={draft.phone}
          inputMode="tel"
          autoComplete="tel"
          placeholder="+1 212 555 0100"
          onChange={(event) => change({ phone: event.target.value })}
        />
      </Field>
    ),
    preferred_contact: (
      <Field
        id="preferred_contact"
        label="Reach me by"
        error={errors.preferred_contact}
        hint={REACH_HINTS[draft.preferred_contact as Contact]}
      >
        <Select
          value={draft.preferred_contact}
          options={REACHED_BY}
          onChange={(event) => change({ preferred_contact: event.target.value })}
        />
      </Field>
    ),
    allow_contact: (
      <Switch
        label="Allow contact"
        hint="Players I match with can contact me. Required to publish."
        checked={draft.allow_contact}
        onChange={(allow_contact) => change({ allow_contact })}
      />
    ),
    consent_comms: (
      <Switch
        label="Send me notifications"
        hint="Matches and answers, sent the way you chose above. You can turn this off anytime."
        checked={draft.consent_comms}
        onChange={(consent_comms) => change({ consent_comms })}
      />
    ),
  };
  return (
    <div className="stack-lg">
      {questions.mic}
      <div className="field-pairs">
        {questions.discord}
        {questions.twitter}
        {questions.psn}
        {questions.xbox}
      </div>
      {questions.public_handles}
      <div className="field-pairs">
        {questions.phone}
        {questions.preferred_contact}
      </div>
      <div className="stack">
        {questions.allow_contact}
        {questions.consent_comms}
      </div>
    </div>
  );
}
