import { lazy, Suspense } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { useQuery } from '../../../web/use-query.ts';

/** Loaded lazily because most players never sold anything. */
const SellerRecordPanel = lazy(async () => ({
  default: (await import('./seller-record-panel.tsx')).SellerRecordPanel,
}));

/** Shows a seller's public record of kept promises. Renders nothing for players who never sold anything. */
export function SellerRecord({ userId }: { userId: string }) {
  const { data: promises } = useQuery(userId, () =>
    browserApi().api.players[':id'].promises.$get({ param: { id: userId } }),
  );
  if (!promises || Object.values(promises).every((count) => count === 0)) return null;
  return (
    <Suspense>
      <SellerRecordPanel record={promises} />
    </Suspense>
  );
}
