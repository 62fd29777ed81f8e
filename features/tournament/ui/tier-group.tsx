import type { Tier } from '../../../content/schema/tournament-schema.ts';
import type { TournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../tournament.messages.ts';
import type { RankedWarrior } from './ranked-warrior.ts';
import { WarriorCard } from './warrior-card.tsx';

type TierGroupProps = {
  tier: Tier & { tone: Tone };
  warriors: readonly RankedWarrior[];
  texts: TournamentTexts;
};

/** One tier of the roster: its letter, its band, the number of warriors shown, and these warriors. */
export function TierGroup({ tier, warriors, texts }: TierGroupProps) {
  const t = useTranslator();
  const id = `tier-${tier.name.replace('+', '-plus')}`;
  return (
    <section className="tier" data-tone={tier.tone} aria-labelledby={id}>
      <div className="tier-head">
        <h2 id={id} className="tier-name">
          <RichMessage
            message={messages.tierTitle}
            values={{ tier: tier.name, spoken: (text) => <VisuallyHidden>{text}</VisuallyHidden> }}
          />
        </h2>
        <div>
          <p className="font-semibold">{tier.epithet}</p>
          <p className="text-sm text-muted">{t(messages.tierSize, { band: tier.band, warriors: warriors.length })}</p>
        </div>
      </div>
      <ul className="tier-cards">
        {warriors.map((warrior) => (
          <WarriorCard key={warrior.id} warrior={warrior} texts={texts} />
        ))}
      </ul>
    </section>
  );
}
