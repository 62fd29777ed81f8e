import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Tone } from './tone.ts';

type ChipProps = {
  tone?: Tone;
  onRemove?: () => void;
  /** Accessible name of the remove button, e.g. "Remove Rec". */
  removeLabel?: string;
  children: ReactNode;
};

export function Chip({ tone = 'neutral', onRemove, removeLabel = 'Remove', children }: ChipProps) {
  return (
    <span className="chip" data-tone={tone}>
      <span className="contents">{children}</span>
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
