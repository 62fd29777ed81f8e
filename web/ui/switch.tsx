import { type ReactNode, useId } from 'react';

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (isOn: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
};

/** Use it for settings that take effect immediately or stand alone. For several choices in a list, use checkboxes. */
export function Switch({ label, hint, checked, onChange, name, disabled, className = '' }: SwitchProps) {
  const id = useId();
  return (
    <div className={`switch-row ${className}`}>
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="check-hint">
            {hint}
          </span>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        name={name}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
