import { useTranslator } from '../../../messages/use-translator.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../payments.messages.ts';

/** A skeleton of a page with a title and some panels. */
export function MoneySkeleton() {
  const t = useTranslator();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <SkeletonRegion label={t(messages.pageLoading)}>
        <div className="stack-lg">
          <Skeleton className="h-10 w-72" />
          <Skeleton shape="block" className="h-40 w-full" />
          <Skeleton shape="block" className="h-40 w-full" />
        </div>
      </SkeletonRegion>
    </div>
  );
}
