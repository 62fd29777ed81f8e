import { useId, useRef, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { describeZone } from '../../time/reader-times.ts';
import { Button } from './button.tsx';
import { useReaderClock } from './reader-clock.ts';
import { useWeekStart } from './reader-week.ts';
import * as messages from './ui.messages.ts';
import { useWeekBrush } from './use-week-brush.ts';
import { findCell, useWeekKeys } from './use-week-keys.ts';
import {
  countHours,
  createEmptyWeek,
  formatWeekLines,
  rotateWeek,
  unrotateWeek,
  type WeekCells,
} from './week-cells.ts';
import { WeekGrid } from './week-grid.tsx';
import { countEarlyHours, WeekHours } from './week-hours.tsx';
import { toggleAll } from './week-paint.ts';
import { WeekPresets } from './week-presets.tsx';

type WeekEditorProps = {
  value: WeekCells;
  onChange: (next: boolean[]) => void;
  /** Time zone of the hours. */
  zone?: string;
};

/** The editable week: drag with a mouse or finger, or use the arrow keys. */
export function WeekEditor({ value, onChange, zone }: WeekEditorProps) {
  const t = useTranslator();
  const hintId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(19);
  const [before, setBefore] = useState<WeekCells | null>(null);

  const change = (next: boolean[]) => {
    setBefore(value);
    onChange(next);
  };

  // The grid, its brush and its keys use the reader's order of days; everything else has Monday first.
  const weekStart = useWeekStart();
  const rotatedWeek = rotateWeek(value, weekStart);
  const changeRotatedWeek = (next: boolean[]) => change(unrotateWeek(next, weekStart));
  const { draft, handlers } = useWeekBrush(rotatedWeek, (next, last) => {
    changeRotatedWeek(next);
    setActive(last);
    findCell(grid.current, last)?.focus({ preventScroll: true });
  });
  const onKeyDown = useWeekKeys({ grid, cells: rotatedWeek, onFocus: setActive, onChange: changeRotatedWeek });
  const week = draft ? unrotateWeek(draft, weekStart) : value;
  const clock = useReaderClock();
  const lines = formatWeekLines(t, week, clock, weekStart);
  const zoneText = zone && describeZone(t, zone);

  return (
    <div className="week-editor">
      <div className="week-top">
        <WeekPresets cells={value} onChange={change} />
        <p aria-live="polite">
          <strong>{t(messages.hoursAWeek, { hours: countHours(week) })}</strong>
          {lines.length > 0 && <span className="sr-only"> · {lines.join(' · ')}</span>}
        </p>
      </div>
      <WeekHours grid={grid} early={countEarlyHours(week)}>
        <WeekGrid
          ref={grid}
          aria-label={zoneText ? t(messages.weekEditorInZone, { zone: zoneText }) : t(messages.weekEditor)}
          aria-describedby={hintId}
          cells={draft ?? rotatedWeek}
          weekStart={weekStart}
          clock={clock}
          active={active}
          onActive={setActive}
          onCellKey={onKeyDown}
          onMany={(indices) => changeRotatedWeek(toggleAll(rotatedWeek, indices))}
          {...handlers}
        />
      </WeekHours>
      <p id={hintId} className="field-hint">
        <span>{zoneText ? t(messages.weekEditorHintInZone, { zone: zoneText }) : t(messages.weekEditorHint)}</span>
        <span className="sr-only"> {t(messages.weekEditorKeys)}</span>
      </p>
      <div className="week-foot">
        <div className="cluster">
          {before && (
            <Button
              variant="ghost"
              size="sm"
              icon="undo"
              onClick={() => {
                onChange([...before]);
                setBefore(null);
              }}
            >
              {t(messages.undo)}
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            icon="trash"
            disabled={countHours(value) === 0}
            onClick={() => change(createEmptyWeek())}
          >
            {t(messages.clear)}
          </Button>
        </div>
      </div>
    </div>
  );
}
