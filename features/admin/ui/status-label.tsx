import { Badge } from '../../../web/ui/badge.tsx';
import type { Tone } from '../../../web/ui/tone.ts';

type StatusLabels = Record<string, { badge: string; tone: Tone }>;

/** Shows a status by its label, or verbatim if it has none. */
export function StatusLabel({ status, of }: { status: string; of: StatusLabels }) {
  const { badge, tone } = of[status] ?? { badge: status, tone: 'neutral' };
  return <Badge tone={tone}>{badge}</Badge>;
}
