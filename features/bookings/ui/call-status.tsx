import { callCancellations, callStatuses } from '../../../content/statuses.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import type { CallView } from '../phone-calls/phone-calls.schema.ts';

export function CallStatusBadge({ call }: { call: Pick<CallView, 'status' | 'cancelledFor'> }) {
  if (call.status === 'cancelled')
    return <Badge tone="neutral">{callCancellations[call.cancelledFor ?? 'desk']}</Badge>;
  const { badge, tone } = callStatuses[call.status];
  return <Badge tone={tone}>{badge}</Badge>;
}
