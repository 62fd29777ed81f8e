import type { FocusEvent, ReactNode } from 'react';

/** Browsers leave a focused link where it is when part of it is in view. People want to see its whole card. */
function showCard({ target }: FocusEvent<HTMLElement>): void {
  target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type ShelfProps = {
  as?: 'ul' | 'ol';
  className?: string;
  children: ReactNode;
};

/** A row of cards that scrolls sideways on narrow pages. On wide ones, it's a grid. */
export function Shelf({ as: List = 'ul', className = '', children }: ShelfProps) {
  return (
    <List className={`shelf ${className}`} onFocus={showCard}>
      {children}
    </List>
  );
}
