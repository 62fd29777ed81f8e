import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import * as messages from '../tournament.messages.ts';
import type { RankedWarrior } from './ranked-warrior.ts';

type ContenderProps = {
  warrior: RankedWarrior;
  side: 'first' | 'second';
  editorial: string;
  busy: boolean;
  disabled: boolean;
  /** Casts a vote for this warrior; undefined when the viewer can't vote now. */
  onPick: (() => void) | undefined;
};

export function ContenderCard({ warrior, side, editorial, busy, disabled, onPick }: ContenderProps) {
  const t = useTranslator();
  return (
    <div className="contender" data-side={side}>
      <div className="contender-ball" aria-hidden="true">
        <span>{warrior.name[0]}</span>
      </div>
      <h3 className="contender-name">{warrior.name}</h3>
      <p className="text-sm text-muted">
        {t(messages.contenderPlace, { category: warrior.categoryLabel, ranking: editorial, rank: warrior.rank })}
      </p>
      {onPick && (
        <Button variant="secondary" size="sm" loading={busy} disabled={disabled} onClick={onPick}>
          {t(messages.pick, { name: warrior.name })}
        </Button>
      )}
    </div>
  );
}
