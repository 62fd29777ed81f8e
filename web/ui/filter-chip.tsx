import type { ReactNode, RefObject } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { type ChoiceOption, toOption } from './choice-option.ts';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';
import { usePrehydrationValue } from './use-prehydration-value.ts';

/** The frame of a filter: its trigger, and a clear button while a value is set. */
export function FilterChip({
  label,
  isSet,
  onClear,
  opener,
  children,
}: {
  label: string;
  isSet: boolean;
  onClear: () => void;
  opener: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const t = useTranslator();
  return (
    <div className="filter" data-set={isSet || undefined}>
      {children}
      {isSet && (
        <button
          type="button"
          className="filter-clear"
          aria-label={t(messages.clearFilter, { filter: label })}
          onClick={() => {
            // Move the focus first, because this button is about to disappear.
            opener.current?.focus();
            onClear();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}

export function FilterText({ label, value }: { label: string; value: string | undefined }) {
  const t = useTranslator();
  return (
    <>
      <span className="truncate">
        {value === undefined ? label : t(messages.filterValue, { filter: label, value })}
      </span>
      {value === undefined && <Icon name="chevron-down" size={14} />}
    </>
  );
}

type FilterSelectProps = {
  label: string;
  name?: string;
  options: readonly ChoiceOption[];
  /** The option that sets no filter. */
  none: string;
  value: string;
  onChange: (value: string) => void;
  /**
   * Whether the filter sets the order of the list. A list always has an order, so the filter always shows its value and
   * can't be cleared.
   */
  isOrder?: boolean;
};

/**
 * A filter with one value. A native select covers the chip, so a phone opens its own picker and the form works without
 * JavaScript.
 */
export function FilterSelect({ label, name, options, none, value, onChange, isOrder = false }: FilterSelectProps) {
  const control = usePrehydrationValue<HTMLSelectElement>(undefined, value);
  const all = options.map(toOption);
  const selected = all.find((option) => option.value === value)?.label;
  return (
    <FilterChip label={label} isSet={selected !== undefined && !isOrder} onClear={() => onChange('')} opener={control}>
      <span className="filter-text" aria-hidden="true">
        {isOrder && <Icon name="filter" size={16} />}
        {isOrder ? <span className="truncate">{selected ?? none}</span> : <FilterText label={label} value={selected} />}
      </span>
      <select
        ref={control}
        name={name}
        aria-label={label}
        autoComplete="off"
        className="filter-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{none}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FilterChip>
  );
}

/** A filter that's on or off. */
export function FilterToggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div className="filter" data-set={on || undefined}>
      <button type="button" className="filter-text" aria-pressed={on} onClick={() => onChange(!on)}>
        {on && <Icon name="check" size={16} />}
        <span className="truncate">{label}</span>
      </button>
    </div>
  );
}
