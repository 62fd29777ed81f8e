import type { Status } from '../../../content/statuses.ts';
import { english } from '../../../messages/lazy-text.ts';
import { Badge } from '../../../web/ui/badge.tsx';

/** Shows a status by its label, or verbatim if it has none. */
export function StatusLabel({ status, of }: { status: string; of: Readonly<Record<string, Status>> }) {
  const label = of[status];
  return <Badge tone={label?.tone ?? 'neutral'}>{label ? english(label.badge) : status}</Badge>;
}
