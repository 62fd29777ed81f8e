import { type ReactNode, useEffect, useRef } from 'react';
import { markRowEnds } from './row-ends.ts';

/** One row of filters. It scrolls sideways on narrow screens and wraps on wide ones. */
export function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => markRowEnds(row.current), []);
  return (
    <div ref={row} className="filter-row">
      {children}
    </div>
  );
}
