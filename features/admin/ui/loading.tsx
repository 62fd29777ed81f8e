import type { ReactNode } from 'react';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import type { Query } from '../../../web/use-query.ts';

const LINES = ['a', 'b', 'c', 'd', 'e'];

/** Shows the loaded content, a skeleton, or an error with a retry button. */
export function WhenLoaded<T>({
  loaded,
  label,
  failure = 'Failed to load data',
  children,
}: {
  loaded: Query<T>;
  label: string;
  failure?: string;
  children: (value: T) => ReactNode;
}) {
  if (loaded.data !== undefined) return children(loaded.data);
  if (loaded.failed) {
    return (
      <ErrorState title={failure} onRetry={loaded.reload} retrying={loaded.loading}>
        Nothing is lost. Check your connection and try again.
      </ErrorState>
    );
  }
  return (
    <SkeletonRegion label={label} className="stack">
      {LINES.map((line) => (
        <Skeleton key={line} className="h-14 w-full" shape="block" />
      ))}
    </SkeletonRegion>
  );
}
