import { type ComponentProps, useState } from 'react';
import { useFieldAria } from './field-context.ts';
import { usePrehydrationValue } from './use-prehydration-value.ts';

/** With `maxLength`, shows the number of characters, in gold for the last tenth. */
export function TextArea({
  maxLength,
  value,
  defaultValue,
  onChange,
  className = '',
  ref,
  ...rest
}: ComponentProps<'textarea'>) {
  const aria = useFieldAria();
  const [typed, setTyped] = useState(String(defaultValue ?? '').length);
  const control = usePrehydrationValue(ref, value);
  const used = value === undefined ? typed : String(value).length;
  return (
    <div className="grid gap-1">
      <textarea
        {...aria}
        {...rest}
        ref={control}
        value={value}
        defaultValue={defaultValue}
        maxLength={maxLength}
        className={`input ${className}`}
        onChange={(event) => {
          setTyped(event.target.value.length);
          onChange?.(event);
        }}
      />
      {maxLength !== undefined && (
        <span className="counter" data-near={used >= maxLength * 0.9}>
          {used}/{maxLength}
          <span className="sr-only"> characters</span>
        </span>
      )}
    </div>
  );
}
