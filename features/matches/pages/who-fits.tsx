import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Notice } from '../../../web/ui/notice.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import type { WhoFits } from '../matches.schema.ts';

/** In the last step of a profile: how many players would fit it now. Without an answer the step goes on without it. */
export default function WhoFitsLine() {
  const [found, setFound] = useState<WhoFits | 'failed'>();
  useEffect(() => {
    let current = true;
    unwrap(browserApi().api.matches['who-fits'].$get()).then(
      (answer) => current && setFound(answer),
      () => current && setFound('failed'),
    );
    return () => {
      current = false;
    };
  }, []);
  if (found === 'failed') return null;
  if (!found) {
    return (
      <SkeletonRegion label="Counting who fits">
        <Skeleton shape="block" className="h-14" />
      </SkeletonRegion>
    );
  }
  return (
    <Notice tone={found.fitting ? 'green' : 'gold'} icon="users" title={found.sentence}>
      {undefined}
    </Notice>
  );
}
