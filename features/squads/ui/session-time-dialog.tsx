import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone, formatReaderTime } from '../../../time/reader-times.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../squads.messages.ts';
import { parseFieldTimes, toFieldTime } from './session-times.ts';

const LENGTHS = [60, 90, 120, 180, 240, 300, 360];

/** Returns whether this is the second occurrence of a local time that repeats when clocks go back. */
const isSecondOccurrence = (at: string, zone: string): boolean =>
  parseFieldTimes(toFieldTime(new Date(at), zone), zone)[1]?.getTime() === Date.parse(at);

type Props = {
  title: string;
  description: string;
  /** The session's current time; nothing is selected when omitted. */
  at?: { starts_at: string; ends_at: string };
  action: string;
  /** @returns undefined when the time was refused; the dialog then shows the problem and keeps the selection */
  onChosen: (
    time: { starts_at: string; minutes: number },
    showProblem: (message: string) => void,
  ) => Promise<object | undefined>;
  onClose: () => void;
};

/** Asks for a day, a time and a length. */
export function SessionTimeDialog({ title, description, at, action, onChosen, onClose }: Props) {
  const t = useTranslator();
  const zone = useViewerZone('UTC');
  const reader = useReader(zone);
  const [start, setStart] = useState(at ? toFieldTime(new Date(at.starts_at), zone) : '');
  const [isLater, setLater] = useState(() => at !== undefined && isSecondOccurrence(at.starts_at, zone));
  const before = at ? (Date.parse(at.ends_at) - Date.parse(at.starts_at)) / 60_000 : 120;
  const [minutes, setMinutes] = useState(String(before));
  const [problem, setProblem] = useState<string>();
  const lengths = LENGTHS.includes(before) ? LENGTHS : [before, ...LENGTHS];

  const times = parseFieldTimes(start, zone);
  const instant = times[isLater ? times.length - 1 : 0];
  const isSkipped = instant !== undefined && toFieldTime(instant, zone) !== start;
  const formatClockTime = (time: Date) => formatReaderTime(t, time, 'clock', reader);

  const save = async () => {
    if (!instant) return setProblem(t(messages.timeMissing));
    setProblem(undefined);
    if (await onChosen({ starts_at: instant.toISOString(), minutes: Number(minutes) }, setProblem)) onClose();
  };

  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form className="stack" onSubmit={save}>
        <Field
          label={t(messages.dayAndTime)}
          required
          error={problem}
          hint={
            isSkipped
              ? t(messages.skippedTimeHint, { zone: describeZone(t, zone), time: formatClockTime(instant) })
              : t(messages.timeZoneHint, { zone: describeZone(t, zone) })
          }
        >
          <TextInput
            type="datetime-local"
            value={start}
            onChange={(event) => {
              setStart(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        {times.length > 1 && (
          <Field label={t(messages.whichTime)} hint={t(messages.whichTimeHint)}>
            <Select
              options={times.map((time, which) => ({ value: String(which), label: formatClockTime(time) }))}
              value={isLater ? '1' : '0'}
              onChange={(event) => setLater(event.target.value === '1')}
            />
          </Field>
        )}
        <Field label={t(messages.sessionLength)}>
          <Select
            options={lengths.map((length) => ({
              value: String(length),
              label: t(messages.lengthHours, { hours: length / 60 }),
            }))}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit">{action}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
