import { useId } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

type ProgressProps = {
  label: string;
  /** Omit it while the progress is unknown. */
  value?: number;
  max?: number;
  showValue?: boolean;
  className?: string;
};

export function Progress({ label, value, max = 100, showValue, className = '' }: ProgressProps) {
  const t = useTranslator();
  const id = useId();
  const percent = value === undefined ? undefined : Math.round((Math.min(Math.max(value, 0), max) / max) * 100);
  return (
    <div className={`progress ${className}`}>
      <div className="progress-head">
        <span id={id}>{label}</span>
        {showValue && percent !== undefined && (
          <span className="progress-value">{t(messages.progressValue, { share: percent / 100 })}</span>
        )}
      </div>
      <div
        className="progress-track"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
      >
        <div
          className="progress-bar"
          data-busy={percent === undefined || undefined}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
