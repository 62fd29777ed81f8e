import type { TeamGroup, TeamTexts } from '../../../content/schema/people-schema.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { ActionLink } from './action-link.tsx';
import { MemberCard } from './member-card.tsx';

type TeamGroupsProps = { texts: TeamTexts; groups: TeamGroup[] };

/** The crew's groups, followed by an open spot for people who want to join. */
export function TeamGroups({ texts, groups }: TeamGroupsProps) {
  return (
    <div className="stack-lg">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`team-${group.id}`}>
          <h2 id={`team-${group.id}`} className="team-group">
            {group.title}
          </h2>
          <ul className={`team-grid team-grid-${group.columns}`}>
            {group.members.map((member) => (
              <MemberCard key={member.id} member={member} />
            ))}
            {group === groups.at(-1) && <OpenSeat texts={texts.ambassadorBox} />}
          </ul>
        </section>
      ))}
      <p className="text-sm text-balance text-muted">{texts.seatsNote}</p>
    </div>
  );
}

function OpenSeat({ texts }: { texts: TeamTexts['ambassadorBox'] }) {
  return (
    <li className="seat-open">
      <span className="seat-open-face" aria-hidden="true">
        <Icon name="plus" size={28} />
      </span>
      <h3 className="member-name">{texts.title}</h3>
      <p className="text-muted">{texts.text}</p>
      <div className="cluster">
        {texts.actions.map((action, index) => (
          <ActionLink key={action.href} action={action} size="sm" variant={index === 0 ? 'primary' : 'secondary'} />
        ))}
      </div>
    </li>
  );
}
