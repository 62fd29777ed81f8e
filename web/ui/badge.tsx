import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type BadgeProps = { tone?: Tone; solid?: boolean; icon?: IconName; className?: string; children: ReactNode };

export function Badge({ tone = 'neutral', solid, icon, className = '', children }: BadgeProps) {
  return (
    <span className={`badge ${solid ? 'badge-solid' : ''} ${className}`} data-tone={tone}>
      {icon && <Icon name={icon} size={14} />}
      <span className="contents">{children}</span>
    </span>
  );
}
