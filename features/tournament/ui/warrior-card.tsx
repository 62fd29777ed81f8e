import type { tournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import type { RankedWarrior } from './ranked-warrior.ts';

/** What a full bar stands for: the strongest warrior. */
const MAX_POWER = 10_500;

type WarriorCardProps = { warrior: RankedWarrior; texts: typeof tournamentTexts };

export function WarriorCard({ warrior, texts }: WarriorCardProps) {
  const power = Number(warrior.powerLevel.replace(/\D/g, ''));
  return (
    <li
      className="panel card warrior"
      id={`warrior-${warrior.id}`}
      style={{ '--power': `${((power / MAX_POWER) * 100).toFixed(1)}%` } as React.CSSProperties}
    >
      <p className="warrior-rank">
        <span className="sr-only">{texts.community.editorial} </span>#{warrior.rank}
      </p>
      <div className="min-w-0">
        <h3 className="warrior-name">{warrior.name}</h3>
        <p className="warrior-category">{warrior.category}</p>
      </div>
      <p className="warrior-words">{warrior.description}</p>
      <dl className="warrior-facts">
        <div>
          <dt>{texts.power}</dt>
          <dd className="warrior-power">{warrior.powerLevel}</dd>
        </div>
        <div>
          <dt>{texts.rating}</dt>
          <dd>
            <Icon name="star" size={14} className="warrior-star" />
            {warrior.rating.toFixed(1)}
          </dd>
        </div>
        <div>
          <dt>{texts.community.ranking}</dt>
          <dd>{warrior.votes === 0 ? <span className="text-mist">No votes yet</span> : `#${warrior.communityRank}`}</dd>
        </div>
      </dl>
      <a href={warrior.website} target="_blank" rel="noopener noreferrer" className="warrior-visit">
        {texts.visit}
        <span className="sr-only"> {warrior.name} (opens in a new tab)</span>
        <Icon name="external" size={16} />
      </a>
    </li>
  );
}
