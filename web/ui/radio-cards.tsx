import type { CSSProperties } from 'react';
import { Icon, type IconName } from './icon.tsx';

type RadioCard = { value: string; label: string; hint?: string; icon?: IconName; disabled?: boolean };

type RadioCardsProps = {
  options: readonly RadioCard[];
  value: string;
  onChange: (value: string) => void;
  name: string;
  /** Maximum number of columns; narrow containers have fewer. */
  columns?: 1 | 2 | 3 | 4;
  className?: string;
};

const widths = { 1: '100%', 2: '16rem', 3: '12rem', 4: '9rem' } as const;

/** Lets users pick one of a few options, with room for an explanation of each. Put it into a Field with `group`. */
export function RadioCards({ options, value, onChange, name, columns = 2, className = '' }: RadioCardsProps) {
  return (
    <div className={`radio-cards ${className}`} style={{ '--radio-min': widths[columns] } as CSSProperties}>
      {options.map((option) => (
        <label key={option.value} className="radio-card">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={22} />}
          <span>
            <span className="radio-title">{option.label}</span>
            {option.hint && <span className="check-hint">{option.hint}</span>}
          </span>
          <span className="radio-dot" aria-hidden="true" />
        </label>
      ))}
    </div>
  );
}
