import type { TournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import type { Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { SETTLED_VOTERS } from '../ranking-threshold.rules.ts';
import * as messages from '../tournament.messages.ts';
import type { RankedWarrior } from './ranked-warrior.ts';

/** Power level of the strongest warrior, which fills the bar. */
const MAX_POWER = 10_500;

const renderHidden: Tag = (text) => <VisuallyHidden>{text}</VisuallyHidden>;

type WarriorCardProps = { warrior: RankedWarrior; texts: TournamentTexts };

/** Shows the community rank and its certainty or, until enough people have voted, the number of voters. */
function CommunityPlace({ rank, votes, voters, settled, best, worst }: RankedWarrior['community']) {
  const t = useTranslator();
  if (votes === 0) return <span className="text-muted">{t(messages.noVotesYet)}</span>;
  if (!settled)
    return <span className="text-muted">{t(messages.votersSoFar, { voters, needed: SETTLED_VOTERS })}</span>;
  if (best >= worst) return <span>{t(messages.communityRank, { rank })}</span>;
  return (
    <RichMessage
      message={messages.communityRankRange}
      values={{
        rank,
        best,
        worst,
        spoken: renderHidden,
        place: (text) => <span>{text}</span>,
        range: (text) => <span className="text-muted">{text}</span>,
      }}
    />
  );
}

export function WarriorCard({ warrior, texts }: WarriorCardProps) {
  const t = useTranslator();
  const power = Number(warrior.powerLevel.replace(/\D/g, ''));
  return (
    <li
      className="panel card warrior"
      id={`warrior-${warrior.id}`}
      style={{ '--power': `${((power / MAX_POWER) * 100).toFixed(1)}%` } as React.CSSProperties}
    >
      <p className="warrior-rank">
        <RichMessage
          message={messages.editorialRank}
          values={{ ranking: texts.community.editorial, rank: warrior.rank, spoken: renderHidden }}
        />
      </p>
      <div className="min-w-0">
        <h3 className="warrior-name">{warrior.name}</h3>
        <p className="warrior-category">{warrior.categoryLabel}</p>
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
            {t(messages.ratingValue, { rating: warrior.rating })}
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
        <RichMessage
          message={messages.visitNewTab}
          values={{ visit: texts.visit, name: warrior.name, spoken: renderHidden }}
        />
        <Icon name="external" size={16} />
      </a>
    </li>
  );
}
