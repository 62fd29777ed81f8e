import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';

/** The layout of a match card before it is there. */
export function MatchesSkeleton() {
  return (
    <SkeletonRegion label="Loading matches">
      <Panel padding="lg" className="stack-lg">
        <div className="flex items-center gap-6">
          <Skeleton shape="circle" className="size-28" />
          <div className="stack flex-1">
            <Skeleton className="h-7 w-48" />
            <Skeleton className="h-5 w-full max-w-96" />
          </div>
        </div>
        <div className="grid gap-8 lg:grid-cols-2">
          <Skeleton shape="block" className="h-96" />
          <div className="stack">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-3/5" />
            <Skeleton shape="block" className="h-48" />
          </div>
        </div>
      </Panel>
    </SkeletonRegion>
  );
}
