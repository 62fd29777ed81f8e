import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';

/** The skeleton of a signed-in page, on that page's background, shown while the browser checks who's signed in. */
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
