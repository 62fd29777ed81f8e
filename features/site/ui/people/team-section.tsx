import type { TeamGroup, TeamTexts } from '../../../../content/schema/people.ts';
import { ActionLink } from '../action-link.tsx';
import { MemberCard } from './member-card.tsx';

type TeamSectionProps = { texts: TeamTexts; groups: TeamGroup[] };
/** Level of the groups' headings; the seats' names are one below. */
type Level = { level: 2 | 3 };

/** The groups of the crew and the box for those who want to join it. */
export function TeamGroups({ texts, groups, level }: TeamSectionProps & Level) {
  const Heading = `h${level}` as const;
  return (
    <div className="stack-lg">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`team-${group.id}`}>
          <Heading id={`team-${group.id}`} className="team-group">
            {group.title}
          </Heading>
          <ul className={`team-grid team-grid-${group.columns}`}>
            {group.members.map((member) => (
              <MemberCard key={member.id} member={member} heading={level === 2 ? 'h3' : 'h4'} />
            ))}
          </ul>
        </section>
      ))}
      <div className="panel panel-lg panel-seam ambassador">
        <div className="stack gap-2">
          <Heading className="text-xl">{texts.ambassadorBox.title}</Heading>
          <p className="text-mist">{texts.ambassadorBox.text}</p>
        </div>
        <div className="cluster">
          {texts.ambassadorBox.actions.map((action, index) => (
            <ActionLink key={action.href} action={action} variant={index === 0 ? 'primary' : 'secondary'} />
          ))}
        </div>
      </div>
      <p className="text-sm text-mist">{texts.seatsNote}</p>
    </div>
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
