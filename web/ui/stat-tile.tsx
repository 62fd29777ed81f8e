import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type StatTileProps = {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconName;
  tone?: Tone;
  className?: string;
};

export function StatTile({ label, value, hint, icon, tone = 'violet', className = '' }: StatTileProps) {
  return (
    <div className={`stat ${className}`} data-tone={tone}>
      <p className="stat-label">
        {icon && <Icon name={icon} size={18} />}
        {label}
      </p>
      <p className="stat-value">{value}</p>
      {hint && <p className="stat-hint">{hint}</p>}
    </div>
  );
}
