import { type ComponentProps, useState } from 'react';
import { RichMessage } from '../../messages/use-translator.tsx';
import { useFieldAria } from './field-context.ts';
import * as messages from './ui.messages.ts';
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
  const [typedLength, setTypedLength] = useState(String(defaultValue ?? '').length);
  const control = usePrehydrationValue(ref, value);
  const length = value === undefined ? typedLength : String(value).length;
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
          setTypedLength(event.target.value.length);
          onChange?.(event);
        }}
      />
      {maxLength !== undefined && (
        <span className="counter" data-near={length >= maxLength * 0.9}>
          <RichMessage
            message={messages.characterCount}
            values={{ used: length, max: maxLength, hidden: (children) => <span className="sr-only">{children}</span> }}
          />
        </span>
      )}
    </div>
  );
}
