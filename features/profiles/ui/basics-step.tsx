import type { ReactNode } from 'react';
import { type ClockHours, formatReaderTime } from '../../../time/reader-times.ts';
import { toCanonicalZone } from '../../../time/zone-names.ts';
import { Field } from '../../../web/ui/field.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { LANGUAGES, LIMITS, REGIONS } from '../game.schema.ts';
import type { FieldOfStep } from '../profile-fields.schema.ts';
import type { StepProps } from './step-props.ts';

const REGION_OPTIONS = REGIONS.map((region) => ({
  value: region,
  label: { EU: 'EU (Europe)', SA: 'SA (South America)' }[region as string] ?? region,
}));

/** Lists all time zones of the browser, plus the chosen one even if the browser uses another name for it. */
function zonesWith(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
}

function timeIn(zone: string, clock: ClockHours): string | undefined {
  return toCanonicalZone(zone) && formatReaderTime(new Date(), 'long-weekday-clock', { zone, clock });
}

export function BasicsStep({ draft, errors, change }: StepProps) {
  const clock = useReaderClock();
  const now = draft.timezone && timeIn(draft.timezone, clock);
  const questions: Record<FieldOfStep<'basics'>, ReactNode> = {
    display_name: (
      <Field id="display_name" label="Display name" required error={errors.display_name} hint="Everyone sees this.">
        <TextInput
          value={draft.display_name}
          maxLength={LIMITS.displayName}
          autoComplete="nickname"
          onChange={(event) => change({ display_name: event.target.value })}
        />
      </Field>
    ),
    email: (
      <Field
        id="email"
        label="Email"
        required
        error={errors.email}
        hint="For match notifications. Never shown to others. If it’s not your account’s email, we’ll use it once you confirm it."
      >
        <TextInput
          type="email"
          value={draft.email}
          autoComplete="email"
          inputMode="email"
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
    ),
    region: (
      <Field id="region" label="Region" required error={errors.region} hint="We build squads where the ping is good.">
        <Select
          value={draft.region}
          placeholder="Choose a region"
          options={REGION_OPTIONS}
          onChange={(event) => change({ region: event.target.value })}
        />
      </Field>
    ),
    timezone: (
      <Field
        id="timezone"
        label="Timezone"
        required
        error={errors.timezone}
        hint={now ? `It's ${now} there now.` : undefined}
      >
        <Select
          value={draft.timezone}
          placeholder="Choose a time zone"
          options={zonesWith(draft.timezone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          onChange={(event) => change({ timezone: event.target.value })}
        />
      </Field>
    ),
    languages: (
      <Field
        id="languages"
        label="Languages"
        error={errors.languages}
        hint="Required for matching. Everyone in a squad needs one in common. Put your best first, separated by commas."
      >
        <TagInput
          value={draft.languages}
          suggestions={LANGUAGES}
          placeholder="English, Spanish"
          onChange={(languages) => change({ languages })}
        />
      </Field>
    ),
  };
  return (
    <div className="stack-lg">
      <div className="field-pairs">
        {questions.display_name}
        {questions.email}
        {questions.region}
        {questions.timezone}
      </div>
      {questions.languages}
    </div>
  );
}
