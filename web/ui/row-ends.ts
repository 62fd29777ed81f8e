/** Marks the ends at which a row can scroll further. */
function markEnds(row: HTMLElement): void {
  const end = row.scrollWidth - row.clientWidth;
  // Negative in languages that are read from right to left.
  const scrolled = Math.abs(row.scrollLeft);
  row.toggleAttribute('data-before', scrolled > 1);
  row.toggleAttribute('data-after', scrolled < end - 1);
}

/**
 * Keeps the marks at the ends of a sideways-scrolling row current, so that CSS can fade them out.
 * @returns a function that stops it
 */
export function markRowEnds(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const update = () => markEnds(row);
  // The width of a child depends on its texts, which may change later.
  const sizes = new ResizeObserver(update);
  for (const each of [row, ...row.children]) sizes.observe(each);
  row.addEventListener('scroll', update, { passive: true });
  return () => {
    sizes.disconnect();
    row.removeEventListener('scroll', update);
  };
}
