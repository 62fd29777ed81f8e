import type { ReactNode } from 'react';

/** For screen readers only. */
export function VisuallyHidden({
  as: Tag = 'span',
  children,
}: {
  as?: 'span' | 'div' | 'h2' | 'h3';
  children: ReactNode;
}) {
  return <Tag className="sr-only">{children}</Tag>;
}
