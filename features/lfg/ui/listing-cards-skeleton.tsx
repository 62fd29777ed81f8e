import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../lfg.messages.ts';

const CARD_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The loading skeleton of Browse. */
export function ListingCardsSkeleton({ className = '' }: { className?: string }) {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.loadingListings)} className={`card-grid ${className}`}>
      {CARD_KEYS.map((card) => (
        <Panel key={card} padding="sm" className="stack gap-2">
          <div className="flex gap-3">
            <Skeleton shape="circle" className="size-11" />
            <div className="flex-1">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="mt-2 h-4 w-1/2" />
            </div>
          </div>
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-11 w-24" shape="block" />
        </Panel>
      ))}
    </SkeletonRegion>
  );
}
