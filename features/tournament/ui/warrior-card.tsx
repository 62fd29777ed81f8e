import type { tournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { SETTLED_VOTERS } from '../ranking-threshold.rules.ts';
import type { RankedWarrior } from './ranked-warrior.ts';

/** Power level that fills the bar: that of the strongest warrior. */
const MAX_POWER = 10_500;

type WarriorCardProps = { warrior: RankedWarrior; texts: typeof tournamentTexts };

/** Shows the community rank and its certainty or, until enough people have voted, the number of voters. */
function CommunityPlace({ rank, votes, voters, settled, best, worst }: RankedWarrior['community']) {
  if (votes === 0) return <span className="text-mist">No votes yet</span>;
  if (!settled)
    return (
      <span className="text-mist">
        {voters} of {SETTLED_VOTERS} voters
      </span>
    );
  return (
    <>
      <span>#{rank}</span>
      {best < worst && (
        <span className="text-mist">
          {' '}
          (<span className="sr-only">somewhere from </span>
          {best} to {worst})
        </span>
      )}
    </>
  );
}

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
          <dd>
            <CommunityPlace {...warrior.community} />
          </dd>
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
