import type { ReactNode } from 'react';

type DisclosureProps = {
  summary: ReactNode;
  open?: boolean;
  /** Folds of one name close each other. */
  name?: string;
  className?: string;
  children: ReactNode;
};

/** Opens at first as `open` says; after that the browser keeps the state. */
export function Disclosure({ summary, open, name, className = '', children }: DisclosureProps) {
  return (
    <details className={`fold ${className}`} open={open} name={name}>
      <summary>{summary}</summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
