import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../competition.messages.ts';
import type { Tier } from '../ratings/ratings.schema.ts';

const TONES: Record<Tier, Tone> = {
  bronze: 'orange',
  silver: 'neutral',
  gold: 'gold',
  platinum: 'cyan',
  diamond: 'violet',
  champion: 'red',
};

type Placed = { tier: Tier; division: 1 | 2 | 3 | null };

function formatTier(t: Translator, { tier, division }: Placed): string {
  const name = t(messages.tierName, { tier });
  return division === null ? name : t(messages.tierWithDivision, { tier: name, division });
}

/** A player's tier and division. */
export function TierBadge({ tier, division }: Placed) {
  const t = useTranslator();
  return (
    <Badge tone={TONES[tier]} icon={tier === 'champion' ? 'trophy' : 'star'}>
      {formatTier(t, { tier, division })}
    </Badge>
  );
}
