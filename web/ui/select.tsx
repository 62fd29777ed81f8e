import type { ComponentProps } from 'react';
import { type ChoiceOption, toOption } from './choice-option.ts';
import { useFieldAria } from './field-context.ts';
import { usePrehydrationValue } from './use-prehydration-value.ts';

type SelectProps = ComponentProps<'select'> & {
  options: readonly ChoiceOption[];
  /** An empty first option, e.g. "Choose a region". */
  placeholder?: string;
};

/** A native select, which opens the phone's own picker. */
export function Select({ options, placeholder, className = '', ref, ...rest }: SelectProps) {
  const aria = useFieldAria();
  const control = usePrehydrationValue(ref, rest.value);
  return (
    <select {...aria} {...rest} ref={control} className={`input ${className}`}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(toOption).map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
