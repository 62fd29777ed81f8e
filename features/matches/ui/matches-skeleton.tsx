import { useTranslator } from '../../../messages/use-translator.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../matches.messages.ts';
import './match-card.css';

/** Placeholder layout of a match card while it loads. */
export function MatchesSkeleton() {
  const t = useTranslator();
  return (
    <SkeletonRegion label={t(messages.loadingMatches)}>
      <Panel padding="none" className="match-card">
        <div className="match-compact">
          <div className="match-head">
            <Skeleton shape="circle" className="size-14" />
            <div className="match-words grid gap-2">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-full max-w-72" />
            </div>
          </div>
          <div className="match-court">
            <Skeleton shape="block" className="h-35" />
          </div>
          <div className="match-why">
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-2 h-4 w-1/3" />
          </div>
          <div className="match-answer">
            <Skeleton shape="block" className="h-12" />
            <Skeleton shape="block" className="h-12" />
          </div>
        </div>
      </Panel>
    </SkeletonRegion>
  );
}
