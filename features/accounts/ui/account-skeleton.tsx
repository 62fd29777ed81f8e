import { useTranslator } from '../../../messages/use-translator.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as messages from '../accounts.messages.ts';

/** Placeholder of an account page while the browser loads the session. */
export function AccountSkeleton() {
  const t = useTranslator();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <SkeletonRegion label={t(messages.accountLoading)}>
        <div className="stack-lg">
          <Skeleton className="h-10 w-64" />
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton shape="block" className="h-48" />
            <Skeleton shape="block" className="h-48" />
          </div>
          <Skeleton shape="block" className="h-40" />
        </div>
      </SkeletonRegion>
    </div>
  );
}
