import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';

/** A signed-in page's skeleton while the browser checks who's signed in, on the page's own background. */
export function UmbrellaSkeleton({ label }: { label: string }) {
  return (
    <div className="page-limb">
      <div className="page py-10">
        <SkeletonRegion label={label}>
          <div className="stack-lg">
            <Skeleton className="h-12 w-72 max-w-full" />
            <div className="grid gap-4 md:grid-cols-3">
              <Skeleton shape="block" className="h-28" />
              <Skeleton shape="block" className="h-28" />
              <Skeleton shape="block" className="h-28" />
            </div>
            <Skeleton shape="block" className="h-56" />
          </div>
        </SkeletonRegion>
      </div>
    </div>
  );
}
