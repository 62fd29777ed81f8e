import { useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { WEEK_STARTS, type WeekStart } from '../../../time/week-start.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { setReaderWeekStart, useWeekStart } from '../../../web/ui/reader-week.ts';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../profiles.messages.ts';

const DAY_LABELS: Record<WeekStart, Message> = { 1: messages.monday, 6: messages.saturday, 7: messages.sunday };
const HINTS: Record<WeekStart, Message> = {
  1: messages.weekStartsMonday,
  6: messages.weekStartsSaturday,
  7: messages.weekStartsSunday,
};

/** The setting for the first day of the week. Pages update immediately. */
export function WeekStartChoice({ start }: { start: WeekStart | null }) {
  const t = useTranslator();
  const [chosenStart, setChosenStart] = useState(start);
  const [busy, setBusy] = useState(false);
  const current = useWeekStart();
  const choose = async (weekStart: WeekStart | null) => {
    setBusy(true);
    const save = () => browserApi().api.profiles.me['week-start'].$put({ json: { week_start: weekStart } });
    if (await attempt(save, t(messages.weekStartSavedToast), t(messages.couldntSave))) {
      setChosenStart(weekStart);
      setReaderWeekStart(weekStart);
    }
    setBusy(false);
  };
  return (
    <Field id="week_start" label={t(messages.weekStart)} hint={t(HINTS[current])}>
      <Select
        className="max-w-sm"
        options={[
          { value: '', label: t(messages.languageDefault) },
          ...WEEK_STARTS.map((day) => ({ value: String(day), label: t(DAY_LABELS[day]) })),
        ]}
        value={String(chosenStart ?? '')}
        aria-disabled={busy || undefined}
        onChange={(event) => busy || void choose((Number(event.target.value) || null) as WeekStart | null)}
      />
    </Field>
  );
}
