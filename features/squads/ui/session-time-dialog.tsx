import { type FormEvent, useState } from 'react';
import { zoneTime } from '../../../time/reader-times.ts';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { fieldTime, instantOfField } from './session-words.ts';

const LENGTHS = [60, 90, 120, 180, 240, 300, 360];
const lengthLabel = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes / 60} hours`);

type Props = {
  title: string;
  description: string;
  /** What it is at now; without, nothing is chosen yet. */
  at?: { starts_at: string; ends_at: string };
  action: string;
  /** @throws ApiError when the time is refused; what was chosen stays */
  onChosen: (time: { starts_at: string; minutes: number }) => Promise<void>;
  onClose: () => void;
};

/** Asks for a day, a time and a length. */
export function SessionTimeDialog({ title, description, at, action, onChosen, onClose }: Props) {
  const zone = useViewerZone('UTC');
  const [start, setStart] = useState(at ? fieldTime(new Date(at.starts_at), zone) : '');
  const before = at ? (Date.parse(at.ends_at) - Date.parse(at.starts_at)) / 60_000 : 120;
  const [minutes, setMinutes] = useState(String(before));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const lengths = LENGTHS.includes(before) ? LENGTHS : [before, ...LENGTHS];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const instant = instantOfField(start, zone);
    if (!instant) return setProblem('Please choose a day and a time.');
    setProblem(undefined);
    setBusy(true);
    try {
      await onChosen({ starts_at: instant.toISOString(), minutes: Number(minutes) });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.');
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form className="stack" onSubmit={save}>
        <Field label="Day and time" required error={problem} hint={`In ${zoneTime(zone)}.`}>
          <TextInput
            type="datetime-local"
            value={start}
            onChange={(event) => {
              setStart(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <Field label="How long">
          <Select
            options={lengths.map((length) => ({ value: String(length), label: lengthLabel(length) }))}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </Field>
        <div className="cluster justify-end">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
