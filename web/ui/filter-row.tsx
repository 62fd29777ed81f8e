import type { ReactNode } from 'react';

/** One row of filters. It scrolls sideways up to the edge of a narrow page and wraps on wide ones. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className="filter-row">{children}</div>;
}
