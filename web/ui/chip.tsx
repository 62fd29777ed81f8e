import type { ReactNode } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from './icon.tsx';
import type { Tone } from './tone.ts';
import * as messages from './ui.messages.ts';

type ChipProps = {
  tone?: Tone;
  onRemove?: () => void;
  /** Accessible name of the remove button, e.g. "Remove Rec". */
  removeLabel?: string;
  children: ReactNode;
};

export function Chip({ tone = 'neutral', onRemove, removeLabel, children }: ChipProps) {
  const t = useTranslator();
  return (
    <span className="chip" data-tone={tone}>
      <span className="contents">{children}</span>
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={removeLabel ?? t(messages.remove)} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
