import { useState } from 'react';
import { translate } from '../../../messages/lazy-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { parseClockMinutes } from '../../../time/instants.ts';
import { formatWallHours } from '../../../time/reader-hours.ts';
import { type ClockHours, describeZone, formatWeekday } from '../../../time/reader-times.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { listDaysFrom } from '../../../web/ui/drawn-spans.ts';
import { Field } from '../../../web/ui/field.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { useReaderZone } from '../../../web/ui/reader-zone.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { formatDay } from '../../profiles/day-labels.schema.ts';
import { WEEK_DAYS } from '../../profiles/game.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Slot } from '../lfg.schema.ts';
import { DEFAULTS } from '../listing-form.schema.ts';
import {
  areFieldsShown,
  findSlotProblem,
  findUnaddedSlot,
  hasOwnSlots,
  isSameSlot,
  type SlotDraft,
  toggleOwnSlots,
} from '../listing-slots.rules.ts';

function formatSlot(t: Translator, { day, start, end }: Slot, clock: ClockHours): string {
  const hours = [parseClockMinutes(start), parseClockMinutes(end)] as const;
  return `${formatDay(t, day)} ${formatWallHours(t, hours, clock, t(shared.allDay))}`;
}

type Change = { availability?: Slot[]; slotInFields?: Slot | null };
type Props = {
  value: SlotDraft;
  onChange: (change: Change) => void;
  error?: string | undefined;
  /** The player's own availability; one tap fills it in. */
  own?: readonly Slot[];
  id?: string;
};

/**
 * Edits day, start and end in the viewer's time zone. Added slots show as chips, and the slot in the fields is included
 * too. Removing that slot closes the fields, so they never show a slot that isn't included.
 */
export function SlotEditor({ value, onChange, error, own = [], id }: Props) {
  const t = useTranslator();
  // Values for the fields while their slot is removed or already added.
  const [lastSlot, setLastSlot] = useState<Slot>(DEFAULTS.slot);
  const slot = value.slotInFields ?? lastSlot;
  const [problem, setProblem] = useState<string>();
  const { availability } = value;
  const unaddedSlot = findUnaddedSlot(value);
  const zone = useReaderZone('UTC');
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  const edit = (change: Partial<Slot>) => {
    const edited = { ...slot, ...change };
    setProblem(undefined);
    setLastSlot(edited);
    onChange({ slotInFields: edited });
  };
  const isShown = areFieldsShown(value, slot);
  const add = () => {
    if (!isShown) return onChange({ slotInFields: slot });
    const found = findSlotProblem(slot, availability);
    setProblem(found && translate(t, found));
    if (found) return undefined;
    setLastSlot(slot);
    return onChange({ availability: [...availability, slot], slotInFields: null });
  };
  const leaveOut = () => {
    setLastSlot(slot);
    onChange({ slotInFields: null });
  };
  return (
    <Field
      label={t(messages.availability)}
      group
      {...(id ? { id } : {})}
      error={problem ?? error}
      hint={t(messages.availabilityHint, { zone: describeZone(t, zone) })}
    >
      <div className="stack">
        {own.length > 0 && (
          <Button
            variant="secondary"
            icon={hasOwnSlots(value, own) ? 'check' : 'calendar'}
            aria-pressed={hasOwnSlots(value, own)}
            className="sm:self-start"
            onClick={() => {
              setProblem(undefined);
              onChange(toggleOwnSlots(value, own));
            }}
          >
            {t(messages.useOwnHours)}
          </Button>
        )}
        <div className="grid grid-cols-2 items-end gap-2 sm:flex sm:gap-4">
          {isShown && (
            <>
              <Field label={t(messages.slotDay)} className="col-span-2 sm:w-28">
                <Select
                  options={listDaysFrom(weekStart).map((day) => ({
                    value: WEEK_DAYS[day]!,
                    label: formatWeekday(t, day),
                  }))}
                  value={slot.day}
                  onChange={(event) => edit({ day: event.target.value as Slot['day'] })}
                />
              </Field>
              <Field label={t(messages.slotStart)} className="sm:w-36">
                <TextInput type="time" value={slot.start} onChange={(event) => edit({ start: event.target.value })} />
              </Field>
              <Field label={t(messages.slotEnd)} className="sm:w-36">
                <TextInput type="time" value={slot.end} onChange={(event) => edit({ end: event.target.value })} />
              </Field>
            </>
          )}
          <Button variant="secondary" icon="plus" className="col-span-2" onClick={add}>
            {t(messages.addSlot)}
          </Button>
        </div>
        {unaddedSlot && (
          <p className="cluster text-sm text-muted">
            {!findSlotProblem(unaddedSlot, availability) && (
              <span>
                {t(messages.slotIncluded, { added: availability.length, slot: formatSlot(t, unaddedSlot, clock) })}
              </span>
            )}
            <Button variant="ghost" size="sm" onClick={leaveOut}>
              {t(messages.leaveOutSlot)}
            </Button>
          </p>
        )}
        {availability.length > 0 && (
          <ul className="cluster" aria-label={t(messages.slotsLabel)}>
            {availability.map((each) => {
              const text = formatSlot(t, each, clock);
              return (
                <li key={text}>
                  <Chip
                    tone="cyan"
                    removeLabel={t(messages.removeSlot, { slot: text })}
                    onRemove={() =>
                      onChange({ availability: availability.filter((other) => !isSameSlot(other, each)) })
                    }
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
