import { useState } from 'react';
import { WEEK_STARTS, type WeekStart } from '../../../time/week-start.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { setReaderWeekStart, useWeekStart } from '../../../web/ui/reader-week.ts';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';

const DAY_NAMES: Record<WeekStart, string> = { 1: 'Monday', 6: 'Saturday', 7: 'Sunday' };

const CHOICES = [
  { value: '', label: 'Automatic (your browser’s language)' },
  ...WEEK_STARTS.map((day) => ({ value: String(day), label: DAY_NAMES[day] })),
];

/** The setting for the first day of the week. Pages update immediately. */
export function WeekStartChoice({ start }: { start: WeekStart | null }) {
  const [chosen, setChosen] = useState(start);
  const [busy, setBusy] = useState(false);
  const current = useWeekStart();
  const choose = async (wish: WeekStart | null) => {
    setBusy(true);
    const put = () => browserApi().api.profiles.me['week-start'].$put({ json: { week_start: wish } });
    if (await attempt(put, 'First day of the week saved', "Couldn't save that")) {
      setChosen(wish);
      setReaderWeekStart(wish);
    }
    setBusy(false);
  };
  return (
    <Field
      id="week_start"
      label="First day of the week"
      hint={`Used in calendars and weekly availability. Your weeks start on ${DAY_NAMES[current]}.`}
    >
      <Select
        className="max-w-sm"
        options={CHOICES}
        value={String(chosen ?? '')}
        aria-disabled={busy || undefined}
        onChange={(event) => busy || void choose((Number(event.target.value) || null) as WeekStart | null)}
      />
    </Field>
  );
}
