import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type ChipProps = {
  tone?: Tone;
  icon?: IconName;
  onRemove?: () => void;
  /** Says what gets removed, e.g. "Remove Rec". */
  removeLabel?: string;
  className?: string;
  children: ReactNode;
};

export function Chip({
  tone = 'neutral',
  icon,
  onRemove,
  removeLabel = 'Remove',
  className = '',
  children,
}: ChipProps) {
  return (
    <span className={`chip ${className}`} data-tone={tone}>
      {icon && <Icon name={icon} size={14} />}
      <span className="contents">{children}</span>
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
