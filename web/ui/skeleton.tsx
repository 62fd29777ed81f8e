type SkeletonProps = { shape?: 'line' | 'block' | 'circle'; className?: string };

/** One gray placeholder for content that's about to load; put several into a `SkeletonRegion`. */
export function Skeleton({ shape = 'line', className = 'h-4 w-full' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton skeleton-${shape} ${className}`} />;
}
