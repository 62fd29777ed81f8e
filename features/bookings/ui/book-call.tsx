import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { translateIssue } from '../../../messages/issue-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import * as messages from '../bookings.messages.ts';
import type { Slot } from '../bookings.schema.ts';
import { SlotPicker } from './slot-picker.tsx';

type Problems = Partial<Record<string, string>>;

/** Returns all form errors by field. */
const listProblems = (t: Translator, issues: readonly { path: PropertyKey[]; message: string }[]): Problems => ({
  ...Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), translateIssue(t, message)]).reverse()),
  ...(issues.some(({ path }) => path[0] === 'startsAt') ? { startsAt: t(messages.callTimeMissing) } : {}),
});

/** Form for booking a callback: time, phone number and topic. */
export function BookCall({ slots, phone: knownPhone }: { slots: Slot[]; phone: string | null }) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [startsAt, setStartsAt] = useState<string>();
  const [phone, setPhone] = useState(knownPhone ?? '');
  const [topic, setTopic] = useDraftText('call-topic');
  const [problems, setProblems] = useState<Problems>({});
  const bookSlot = async () => {
    try {
      // The schema library is loaded on demand because it isn't needed before the first click.
      const { CallInput } = await import('../phone-calls/phone-calls.schema.ts');
      const { data: json, error } = CallInput.safeParse({ startsAt: startsAt ?? '', phone, topic });
      if (!json) return setProblems(listProblems(t, error.issues));
      setProblems({});
      await unwrap(browserApi().api.calls.$post({ json }));
      setTopic('');
      showToast({ title: t(messages.callBookedToast), tone: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.field) setProblems({ [error.field]: error.message });
      else showToast({ title: t(messages.thatDidntWork), description: error.message, tone: 'error' });
      // Someone else booked this time first, so show the times that are still free.
      if (error.status !== 409) return;
      setStartsAt(undefined);
    }
    await revalidate();
  };
  return (
    <Panel as="section" aria-labelledby="book">
      <Form className="stack-lg" onSubmit={bookSlot}>
        <h2 id="book" className="text-xl">
          {t(messages.bookCallTitle)}
        </h2>
        <Field
          label={t(messages.phoneNumber)}
          required
          error={problems.phone ?? false}
          hint={t(messages.phoneNumberHint)}
        >
          <TextInput
            type="tel"
            autoComplete="tel"
            value={phone}
            placeholder="+1 212 555 0100"
            onChange={(event) => setPhone(event.target.value)}
          />
        </Field>
        <Field label={t(messages.callTopic)} required error={problems.topic ?? false} hint={t(messages.callTopicHint)}>
          <TextArea rows={2} maxLength={300} value={topic} onChange={(event) => setTopic(event.target.value)} />
        </Field>
        <Field label={t(messages.callTime)} group required error={problems.startsAt ?? false}>
          <DayAndTime slots={slots} value={startsAt} onChange={setStartsAt} wrong={Boolean(problems.startsAt)} />
        </Field>
        <Button type="submit" className="self-start" loadingLabel={t(messages.bookingCall)}>
          {t(messages.bookCall)}
        </Button>
      </Form>
    </Panel>
  );
}

type DayAndTimeProps = {
  slots: readonly Slot[];
  value: string | undefined;
  onChange: (startsAt: string | undefined) => void;
  wrong: boolean;
};

/** Asks for the day first and then the half hour, because a list of two weeks of half hours would be too long. */
function DayAndTime({ slots, value, onChange, wrong }: DayAndTimeProps) {
  const t = useTranslator();
  const reader = useReader();
  const getDay = (slot: Slot) => formatReaderTime(t, slot.startsAt, 'long-date', reader);
  const days = [...new Set(slots.map(getDay))];
  const [chosenDay, setChosenDay] = useState<string>();
  const day = chosenDay && days.includes(chosenDay) ? chosenDay : days[0];
  const choose = (next: string) => {
    setChosenDay(next);
    onChange(undefined);
  };
  return (
    <div className="stack">
      {days.length > 0 && (
        <Select
          aria-label={t(messages.callDay)}
          aria-invalid={wrong || undefined}
          className="max-w-sm"
          options={days}
          value={day}
          onChange={(event) => choose(event.target.value)}
        />
      )}
      <SlotPicker
        slots={slots.filter((slot) => getDay(slot) === day)}
        value={value}
        onChange={onChange}
        emptyText={t(messages.noCallTimesAdvice)}
      />
    </div>
  );
}
