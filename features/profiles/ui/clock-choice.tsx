import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { type ClockHours, describeZone } from '../../../time/reader-times.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { setReaderClock } from '../../../web/ui/reader-clock.ts';
import { useReaderZone } from '../../../web/ui/reader-zone.ts';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';

const CHOICES = [
  { value: '', label: 'Default for your region' },
  { value: '12', label: '12 hours (9:00 PM)' },
  { value: '24', label: '24 hours (21:00)' },
];

/** The setting for 12-hour or 24-hour time. It takes effect immediately on every page and in future messages. */
export function ClockChoice({ hours }: { hours: ClockHours | null }) {
  const [chosen, setChosen] = useState(hours);
  const [busy, setBusy] = useState(false);
  const [shown] = useState(() => new Date().toISOString());
  const zone = useReaderZone('UTC');
  const choose = async (wish: ClockHours | null) => {
    setBusy(true);
    const put = () => browserApi().api.profiles.me.clock.$put({ json: { clock_hours: wish } });
    if (await attempt(put, 'Clock saved', "Couldn't save that")) {
      setChosen(wish);
      setReaderClock(wish);
    }
    setBusy(false);
  };
  return (
    <Field
      id="clock_hours"
      label="Clock"
      hint={
        <>
          For pages and messages. It's now <Moment at={shown} /> in {describeZone(zone)}.{' '}
          <Link to={`${paths.editProfile}#section-basics`}>Change time zone</Link>
        </>
      }
    >
      <Select
        className="max-w-sm"
        options={CHOICES}
        value={String(chosen ?? '')}
        aria-disabled={busy || undefined}
        onChange={(event) => busy || void choose((Number(event.target.value) || null) as ClockHours | null)}
      />
    </Field>
  );
}
