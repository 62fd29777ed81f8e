import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { type ClockHours, describeZone } from '../../../time/reader-times.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { setReaderClock } from '../../../web/ui/reader-clock.ts';
import { useReaderZone } from '../../../web/ui/reader-zone.ts';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../profiles.messages.ts';

/** The setting for 12-hour or 24-hour time. It takes effect immediately on every page and in future messages. */
export function ClockChoice({ hours }: { hours: ClockHours | null }) {
  const t = useTranslator();
  const [chosenClock, setChosenClock] = useState(hours);
  const [busy, setBusy] = useState(false);
  const [sampleTime] = useState(() => new Date().toISOString());
  const zone = useReaderZone('UTC');
  const choose = async (clock: ClockHours | null) => {
    setBusy(true);
    const save = () => browserApi().api.profiles.me.clock.$put({ json: { clock_hours: clock } });
    if (await attempt(save, t(messages.clockSavedToast), t(messages.couldntSave))) {
      setChosenClock(clock);
      setReaderClock(clock);
    }
    setBusy(false);
  };
  return (
    <Field
      id="clock_hours"
      label={t(messages.clockLabel)}
      hint={
        <RichMessage
          message={messages.clockHint}
          values={{
            zone: describeZone(t, zone),
            time: () => <Moment at={sampleTime} />,
            link: (text) => <Link to={`${paths.editProfile}#section-basics`}>{text}</Link>,
          }}
        />
      }
    >
      <Select
        className="max-w-sm"
        options={[
          { value: '', label: t(messages.languageDefault) },
          { value: '12', label: t(messages.twelveHourClock) },
          { value: '24', label: t(messages.twentyFourHourClock) },
        ]}
        value={String(chosenClock ?? '')}
        aria-disabled={busy || undefined}
        onChange={(event) => busy || void choose((Number(event.target.value) || null) as ClockHours | null)}
      />
    </Field>
  );
}
