import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import { type RequestState, STATE_LABELS } from '../support-topics.schema.ts';

const TONES: Record<RequestState, Tone> = { open: 'gold', waiting: 'orange', answered: 'cyan', closed: 'green' };

export function RequestStateBadge({ state }: { state: RequestState }) {
  const t = useTranslator();
  return <Badge tone={TONES[state]}>{t(STATE_LABELS[state])}</Badge>;
}
