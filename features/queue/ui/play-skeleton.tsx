import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../queue.messages.ts';

/** The queue panel's loading state, at its final height. */
export function PlaySkeleton() {
  const t = useTranslator();
  return (
    <Panel padding="sm">
      <SkeletonRegion label={t(messages.loadingQueue)} className="play-idle">
        <Skeleton shape="block" className="h-12 sm:w-44" />
        <Skeleton shape="block" className="h-12 sm:w-36" />
        <div className="play-line">
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      </SkeletonRegion>
    </Panel>
  );
}
