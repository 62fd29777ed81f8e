import { useState } from 'react';
import { minutesOfClock } from '../../../time/instants.ts';
import { type ClockHours, wallHours, zoneTime } from '../../../time/reader-times.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { useReaderZone } from '../../../web/ui/reader-zone.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { WEEK_DAYS } from '../../profiles/game.schema.ts';
import type { Slot } from '../lfg.schema.ts';
import { DEFAULTS, LIMITS } from '../listing-form.schema.ts';

const sameSlot = (one: Slot, other: Slot) =>
  one.day === other.day && one.start === other.start && one.end === other.end;
const textOf = ({ day, start, end }: Slot, clock: ClockHours) =>
  `${day} ${wallHours(minutesOfClock(start), minutesOfClock(end), clock)}`;

/** Day, start and end in one's own time; what was added stands below as chips. */
export function SlotEditor({ value, onChange }: { value: readonly Slot[]; onChange: (slots: Slot[]) => void }) {
  const [slot, setSlot] = useState<Slot>(DEFAULTS.slot);
  const [problem, setProblem] = useState<string>();
  const zone = useReaderZone('UTC');
  const clock = useReaderClock();
  const add = () => {
    if (!slot.start || !slot.end) return setProblem('A time slot needs a start and an end.');
    if (slot.start === slot.end) return setProblem('A time slot must not end when it starts.');
    if (value.some((each) => sameSlot(each, slot))) return setProblem('This time slot is already there.');
    if (value.length === LIMITS.slots) return setProblem(`Please keep to ${LIMITS.slots} time slots.`);
    setProblem(undefined);
    onChange([...value, slot]);
  };
  return (
    <Field
      label="Availability"
      group
      error={problem}
      hint={`In ${zoneTime(zone)}, which is yours. An end before the start is on the next day.`}
    >
      <div className="stack">
        <div className="grid grid-cols-2 items-end gap-2 sm:flex sm:gap-4">
          <Field label="Day" className="col-span-2 sm:w-28">
            <Select
              options={WEEK_DAYS}
              value={slot.day}
              onChange={(event) => setSlot({ ...slot, day: event.target.value as Slot['day'] })}
            />
          </Field>
          <Field label="Start" className="sm:w-36">
            <TextInput
              type="time"
              value={slot.start}
              onChange={(event) => setSlot({ ...slot, start: event.target.value })}
            />
          </Field>
          <Field label="End" className="sm:w-36">
            <TextInput
              type="time"
              value={slot.end}
              onChange={(event) => setSlot({ ...slot, end: event.target.value })}
            />
          </Field>
          <Button variant="secondary" icon="plus" className="col-span-2" onClick={add}>
            Add slot
          </Button>
        </div>
        {value.length > 0 && (
          <ul className="cluster" aria-label="Time slots">
            {value.map((each) => {
              const text = textOf(each, clock);
              return (
                <li key={text}>
                  <Chip
                    tone="cyan"
                    removeLabel={`Remove ${text}`}
                    onRemove={() => onChange(value.filter((other) => !sameSlot(other, each)))}
                  >
                    {text}
                  </Chip>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Field>
  );
}
