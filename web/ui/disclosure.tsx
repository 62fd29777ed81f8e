import type { ReactNode } from 'react';

type DisclosureProps = {
  summary: ReactNode;
  open?: boolean;
  /** Group name; opening one closes the others. */
  name?: string;
  className?: string;
  children: ReactNode;
};

/** A native <details> element. `open` is only the initial state. */
export function Disclosure({ summary, open, name, className = '', children }: DisclosureProps) {
  return (
    <details className={`fold ${className}`} open={open} name={name}>
      <summary>{summary}</summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
