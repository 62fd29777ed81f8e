import type { Status } from '../../../content/schema/whitepaper-schema.ts';
import * as messages from '../../../content/whitepaper/content-whitepaper.messages.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';

const TONES: Record<Status, 'green' | 'cyan' | 'violet' | 'gold'> = {
  Live: 'green',
  Beta: 'cyan',
  Planned: 'violet',
  Pending: 'gold',
};

const LABELS: Record<Status, Message> = {
  Live: messages.statusLive,
  Beta: messages.statusBeta,
  Planned: messages.statusPlanned,
  Pending: messages.statusPending,
};

export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslator();
  return (
    <Badge tone={TONES[status]} className="status-badge">
      {t(LABELS[status])}
    </Badge>
  );
}
