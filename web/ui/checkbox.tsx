import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldAria } from './field-context.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className = '', ...rest }: CheckboxProps) {
  const { 'aria-invalid': invalid } = useFieldAria();
  const hintId = useId();
  return (
    <div className={className}>
      <label className="check">
        <input
          type="checkbox"
          className="check-box"
          aria-invalid={invalid}
          aria-describedby={hint ? hintId : undefined}
          {...rest}
        />
        <span className="check-label">{label}</span>
      </label>
      {hint && (
        <span id={hintId} className="check-hint ps-9">
          {hint}
        </span>
      )}
    </div>
  );
}
