import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type StatTileProps = {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconName;
  tone?: Tone;
  /** The value's share of the whole, 0 to 1, drawn as a line below it. */
  share?: number;
  className?: string;
};

export function StatTile({ label, value, hint, icon, tone = 'violet', share, className = '' }: StatTileProps) {
  return (
    <div className={`stat ${className}`} data-tone={tone}>
      <p className="stat-label">
        {icon && <Icon name={icon} size={18} />}
        <span>{label}</span>
      </p>
      <p className="stat-value">{value}</p>
      {share !== undefined && (
        <span className="stat-share" aria-hidden="true" style={{ '--share': `${share * 100}%` } as CSSProperties} />
      )}
      {hint && <p className="stat-hint">{hint}</p>}
    </div>
  );
}
