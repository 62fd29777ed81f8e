import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type EmptyStateProps = {
  title: string;
  icon?: IconName;
  tone?: Tone;
  action?: ReactNode;
  children?: ReactNode;
};

/** Says that there's nothing here yet, and what to do about it. */
export function EmptyState({ title, icon = 'ball', tone = 'violet', action, children }: EmptyStateProps) {
  return (
    <div className="state" data-tone={tone}>
      <span className="orbit" aria-hidden="true">
        <Icon name={icon} size={28} />
      </span>
      <p className="state-title">{title}</p>
      {children && <div className="state-text">{children}</div>}
      {action && <div className="state-action cluster">{action}</div>}
    </div>
  );
}
