import { useTranslator } from '../../../messages/use-translator.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../profiles.messages.ts';

const CARDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The directory's loading state, in the shape of the content. */
export function PlayerCardsSkeleton() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.directoryLoading)}>
      <div className="card-grid">
        {CARDS.map((card) => (
          <Card key={card} padding="sm" className="flex flex-col gap-2">
            <div className="flex items-center gap-3">
              <Skeleton shape="circle" className="size-12" />
              <div className="flex-1">
                <Skeleton className="h-5 w-36" />
                <Skeleton className="mt-2 h-4 w-24" />
              </div>
            </div>
            <Skeleton className="h-11 w-full" />
          </Card>
        ))}
      </div>
    </SkeletonRegion>
  );
}
