import { useId, useRef } from 'react';
import { CheckChips } from './check-chips.tsx';
import { type ChoiceOption, toOption } from './choice-option.ts';
import { FilterChip, FilterText } from './filter-chip.tsx';
import { measureStartDistance } from './reading-direction.ts';

type FilterChecksProps = {
  label: string;
  options: readonly ChoiceOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

const GAP_PX = 8;

/** A filter with several values. Its choices open below it, on phones at the bottom of the screen. */
export function FilterChecks({ label, options, value, onChange }: FilterChecksProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const labels = options.map(toOption).filter((option) => value.includes(option.value));
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !choices.current) return;
    choices.current.style.setProperty('--filter-top', `${box.bottom + GAP_PX}px`);
    choices.current.style.setProperty('--filter-start', `${measureStartDistance(button.current!)}px`);
  };
  return (
    <FilterChip label={label} isSet={labels.length > 0} onClear={() => onChange([])} opener={button}>
      <button ref={button} type="button" className="filter-text" popoverTarget={id} onClick={place}>
        <FilterText label={label} value={labels.map((option) => option.label).join(', ') || undefined} />
      </button>
      <div ref={choices} id={id} popover="auto" className="filter-choices">
        <fieldset>
          <legend className="field-label">{label}</legend>
          <CheckChips options={options} value={value} onChange={onChange} />
        </fieldset>
      </div>
    </FilterChip>
  );
}
