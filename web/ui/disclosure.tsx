import type { ReactNode } from 'react';

type DisclosureProps = {
  summary: ReactNode;
  open?: boolean;
  /** Folds with the same name close each other. */
  name?: string;
  className?: string;
  children: ReactNode;
};

/** Uses `open` as the initial state; after that the browser keeps it. */
export function Disclosure({ summary, open, name, className = '', children }: DisclosureProps) {
  return (
    <details className={`fold ${className}`} open={open} name={name}>
      <summary>{summary}</summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
