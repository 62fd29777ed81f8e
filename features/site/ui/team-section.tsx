import type { TeamGroup, TeamTexts } from '../../../content/schema/people-schema.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { ActionLink } from './action-link.tsx';
import { MemberCard } from './member-card.tsx';

type TeamSectionProps = { texts: TeamTexts; groups: TeamGroup[] };
/** Level of the groups' headings; the seats' names are one below. */
type Level = { level: 2 | 3 };

/** The groups of the crew; behind the last one the seat for those who want to join it. */
export function TeamGroups({ texts, groups, level }: TeamSectionProps & Level) {
  const Heading = `h${level}` as const;
  const below = level === 2 ? 'h3' : 'h4';
  return (
    <div className="stack-lg">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`team-${group.id}`}>
          <Heading id={`team-${group.id}`} className="team-group">
            {group.title}
          </Heading>
          <ul className={`team-grid team-grid-${group.columns}`}>
            {group.members.map((member) => (
              <MemberCard key={member.id} member={member} heading={below} />
            ))}
            {group === groups.at(-1) && <OpenSeat words={texts.ambassadorBox} heading={below} />}
          </ul>
        </section>
      ))}
      <p className="text-sm text-balance text-mist">{texts.seatsNote}</p>
    </div>
  );
}

function OpenSeat({ words, heading: Heading }: { words: TeamTexts['ambassadorBox']; heading: 'h3' | 'h4' }) {
  return (
    <li className="seat-open">
      <span className="seat-open-face" aria-hidden="true">
        <Icon name="plus" size={28} />
      </span>
      <Heading className="member-name">{words.title}</Heading>
      <p className="text-mist">{words.text}</p>
      <div className="cluster">
        {words.actions.map((action, index) => (
          <ActionLink key={action.href} action={action} size="sm" variant={index === 0 ? 'primary' : 'secondary'} />
        ))}
      </div>
    </li>
  );
}

export function TeamSection({ texts, groups }: TeamSectionProps) {
  return (
    <section id={texts.anchor} className="page section" aria-labelledby="team-title">
      <div className="section-head">
        <div className="section-text">
          <h2 id="team-title">{texts.title}</h2>
          <p className="lead">{texts.line}</p>
        </div>
      </div>
      <TeamGroups texts={texts} groups={groups} level={3} />
    </section>
  );
}
