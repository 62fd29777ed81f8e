import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type NoticeProps = {
  tone?: Tone;
  title?: string;
  icon?: IconName;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** An inline message on the page. Screen readers announce a red one immediately. */
export function Notice({ tone = 'violet', title, icon, action, className = '', children }: NoticeProps) {
  return (
    <div className={`notice ${className}`} data-tone={tone} role={tone === 'red' ? 'alert' : undefined}>
      <Icon name={icon ?? (tone === 'red' ? 'warning' : 'info')} />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children && <div className="notice-text">{children}</div>}
      </div>
      {action}
    </div>
  );
}
