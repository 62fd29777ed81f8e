import { callCancellations, callStatuses } from '../../../content/statuses.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import type { CallView } from '../phone-calls/phone-calls.schema.ts';

export function CallStatusBadge({ call }: { call: Pick<CallView, 'status' | 'cancelledFor'> }) {
  const t = useTranslator();
  if (call.status === 'cancelled')
    return <Badge tone="neutral">{t(callCancellations[call.cancelledFor ?? 'desk'])}</Badge>;
  const { badge, tone } = callStatuses[call.status];
  return <Badge tone={tone}>{t(badge)}</Badge>;
}
