import type { Message } from '../../messages/message.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';
import type { WeekCells } from './week-cells.ts';
import { isPresetOn, togglePreset, WEEK_PRESETS, type WeekPreset } from './week-preset-rules.ts';

const LABELS: Record<WeekPreset, Message> = {
  weeknights: messages.presetWeeknights,
  weekend: messages.presetWeekendDays,
  late: messages.presetLateNights,
  mornings: messages.presetMornings,
};

type Props = { cells: WeekCells; onChange: (next: boolean[]) => void };

/** Buttons that turn typical hours on or off and keep everything else that's painted. */
export function WeekPresets({ cells, onChange }: Props) {
  const t = useTranslator();
  return (
    <div className="choices">
      {WEEK_PRESETS.map((preset) => {
        const isOn = isPresetOn(cells, preset);
        return (
          <button
            key={preset}
            type="button"
            className="choice"
            aria-pressed={isOn}
            onClick={() => onChange(togglePreset(cells, preset))}
          >
            <Icon name={isOn ? 'check' : 'plus'} size={16} />
            {t(LABELS[preset])}
          </button>
        );
      })}
    </div>
  );
}
