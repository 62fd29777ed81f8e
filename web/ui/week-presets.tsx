import { Icon } from './icon.tsx';
import type { WeekWindow } from './week-cells.ts';

type Preset = { label: string; windows: readonly WeekWindow[] };

const PRESETS: readonly Preset[] = [
  { label: 'Weeknights', windows: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '19:00', end: '23:00' }] },
  { label: 'Weekend days', windows: [{ days: ['Sat', 'Sun'], start: '11:00', end: '18:00' }] },
  { label: 'Late nights', windows: [{ days: ['Fri', 'Sat'], start: '22:00', end: '02:00' }] },
  { label: 'Mornings', windows: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '08:00', end: '11:00' }] },
];

/** Buttons that add typical hours with one click and keep everything already painted. */
export function WeekPresets({ onAdd }: { onAdd: (windows: readonly WeekWindow[]) => void }) {
  return (
    <div className="choices">
      {PRESETS.map((preset) => (
        <button key={preset.label} type="button" className="choice" onClick={() => onAdd(preset.windows)}>
          <Icon name="plus" size={16} />
          <span className="sr-only">Add </span>
          {preset.label}
        </button>
      ))}
    </div>
  );
}
