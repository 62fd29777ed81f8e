type SkeletonProps = { shape?: 'line' | 'block' | 'circle'; className?: string };

/** One grey piece of the layout that is about to come; put several into a `SkeletonRegion`. */
export function Skeleton({ shape = 'line', className = 'h-4 w-full' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton skeleton-${shape} ${className}`} />;
}
