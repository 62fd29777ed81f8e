import { Badge } from '../../../web/ui/badge.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import type { CallView, CancelledFor } from '../phone-calls/phone-calls.schema.ts';

const OFF: Record<CancelledFor, string> = {
  member: 'Taken back',
  desk: 'Called off by us',
  banned: 'Called off: banned',
  leaving: 'Called off: leaving',
  plan: 'Called off: plan ended',
  nobody: 'Nobody called',
};

const SAID: Record<Exclude<CallView['status'], 'cancelled'>, { label: string; tone: Tone }> = {
  booked: { label: 'Booked', tone: 'cyan' },
  taken: { label: 'Taken', tone: 'gold' },
  done: { label: 'We talked', tone: 'green' },
  missed: { label: 'Nobody answered', tone: 'neutral' },
};

/** Where a call stands. */
export function CallStatusBadge({ call }: { call: Pick<CallView, 'status' | 'cancelledFor'> }) {
  if (call.status === 'cancelled') return <Badge tone="neutral">{OFF[call.cancelledFor ?? 'desk']}</Badge>;
  const { label, tone } = SAID[call.status];
  return <Badge tone={tone}>{label}</Badge>;
}
