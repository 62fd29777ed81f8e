import type { Status } from '../../../content/schema/whitepaper-schema.ts';
import { Badge } from '../../../web/ui/badge.tsx';

const TONES: Record<Status, 'green' | 'cyan' | 'violet' | 'gold'> = {
  Live: 'green',
  Beta: 'cyan',
  Planned: 'violet',
  Pending: 'gold',
};

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONES[status]} className="status-badge">
      {status}
    </Badge>
  );
}
