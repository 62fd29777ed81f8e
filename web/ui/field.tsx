import { type ReactNode, useId, useMemo } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { type FieldAria, FieldContext } from './field-context.ts';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | false;
  required?: boolean;
  optional?: boolean;
  /** Renders a fieldset with a legend, for several controls. */
  group?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Label, hint and error around one control. The native `required` isn't used, because the browser's bubbles would
 * appear instead of our own messages.
 */
export function Field({ label, hint, error, required, optional, group, id, className = '', children }: FieldProps) {
  const t = useTranslator();
  const generatedId = useId();
  const base = id ?? generatedId;
  const describedBy = [hint && `${base}-hint`, error && `${base}-error`].filter(Boolean).join(' ') || undefined;

  const aria = useMemo<FieldAria>(
    () =>
      group
        ? {}
        : {
            id: base,
            'aria-describedby': describedBy,
            'aria-invalid': error ? true : undefined,
            'aria-required': required || undefined,
          },
    [group, base, describedBy, error, required],
  );

  const text = (
    <>
      <span>{label}</span>
      {required && (
        <span className="field-mark" aria-hidden={!group}>
          <span>*</span>
          {group && <span className="sr-only"> {t(messages.required)}</span>}
        </span>
      )}
      {optional && <span className="field-optional">{t(messages.optional)}</span>}
    </>
  );
  const hintLine = hint && (
    <p id={`${base}-hint`} className="field-hint">
      {hint}
    </p>
  );
  const errorLine = error && (
    <p id={`${base}-error`} className="field-error">
      <Icon name="warning" size={16} />
      {error}
    </p>
  );

  if (group) {
    return (
      <fieldset
        id={base}
        className={`field ${className}`}
        aria-describedby={describedBy}
        data-wrong={error ? '' : undefined}
        tabIndex={-1}
      >
        <legend className="field-label">{text}</legend>
        {hintLine}
        <FieldContext value={aria}>{children}</FieldContext>
        {errorLine}
      </fieldset>
    );
  }
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={base}>
        {text}
      </label>
      {hintLine}
      <FieldContext value={aria}>{children}</FieldContext>
      {errorLine}
    </div>
  );
}
