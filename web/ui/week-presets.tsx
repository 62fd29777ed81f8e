import type { Message, Tag } from '../../messages/message.ts';
import { RichMessage } from '../../messages/use-translator.tsx';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import type { WeekWindow } from './week-cells.ts';

type Preset = { name: string; message: Message<{ hidden: Tag }>; windows: readonly WeekWindow[] };

const PRESETS: readonly Preset[] = [
  {
    name: 'weeknights',
    message: messages.addWeeknights,
    windows: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '19:00', end: '23:00' }],
  },
  {
    name: 'weekend',
    message: messages.addWeekendDays,
    windows: [{ days: ['Sat', 'Sun'], start: '11:00', end: '18:00' }],
  },
  { name: 'late', message: messages.addLateNights, windows: [{ days: ['Fri', 'Sat'], start: '22:00', end: '02:00' }] },
  {
    name: 'mornings',
    message: messages.addMornings,
    windows: [{ days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '08:00', end: '11:00' }],
  },
];

/** Buttons that add typical hours with one click and keep everything already painted. */
export function WeekPresets({ onAdd }: { onAdd: (windows: readonly WeekWindow[]) => void }) {
  return (
    <div className="choices">
      {PRESETS.map((preset) => (
        <button key={preset.name} type="button" className="choice" onClick={() => onAdd(preset.windows)}>
          <Icon name="plus" size={16} />
          <RichMessage
            message={preset.message}
            values={{ hidden: (children) => <VisuallyHidden>{children}</VisuallyHidden> }}
          />
        </button>
      ))}
    </div>
  );
}
