import type { FocusEvent, ReactNode } from 'react';

/**
 * Browsers don't scroll to a focused link that's already partly in view. This scrolls until its whole card is visible.
 */
function showCard({ target }: FocusEvent<HTMLElement>): void {
  target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type ShelfProps = {
  as?: 'ul' | 'ol';
  className?: string;
  children: ReactNode;
};

/** A row of cards that scrolls sideways on narrow pages and is a grid on wide pages. */
export function Shelf({ as: List = 'ul', className = '', children }: ShelfProps) {
  return (
    <List className={`shelf ${className}`} onFocus={showCard}>
      {children}
    </List>
  );
}
