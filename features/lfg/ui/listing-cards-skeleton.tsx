import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../lfg.messages.ts';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The loading skeleton of Browse. */
export function ListingCardsSkeleton() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.loadingListings)} className="card-grid">
      {CARDS.map((card) => (
        <Panel key={card} className="stack">
          <div className="flex gap-4">
            <div className="stack flex-1">
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="h-4 w-1/2" />
            </div>
            <Skeleton className="h-24 w-28" shape="block" />
          </div>
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-10 w-1/2" shape="block" />
        </Panel>
      ))}
    </SkeletonRegion>
  );
}
