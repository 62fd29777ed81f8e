import type { Member, TeamGroup, TeamTexts } from '../../../content/schema/people-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../site.messages.ts';
import { Band } from './band.tsx';

const FACE_SIZE = 48;

/** The parts of a group that the strip shows. The cards on the team's page show the rest. */
export type TeamStripGroup = Pick<TeamGroup, 'id' | 'title'> & {
  members: Pick<Member, 'id' | 'display_name' | 'role' | 'avatar'>[];
};

/** The crew in one line, group by group; it links to the page with the cards. */
export function TeamStrip({ texts, groups }: { texts: TeamTexts; groups: TeamStripGroup[] }) {
  const t = useTranslator();
  return (
    <Band
      id={texts.anchor}
      title={texts.title}
      action={
        <ButtonLink to={texts.all.href} variant="ghost" size="sm" iconEnd="arrow-right">
          {texts.all.label}
        </ButtonLink>
      }
    >
      <div className="panel team-strip">
        {groups.map((group) => (
          <section key={group.id} aria-labelledby={`team-${group.id}`}>
            <h3 id={`team-${group.id}`} className="team-strip-group">
              {group.title}
            </h3>
            <ul className="team-strip-faces">
              {group.members.map((member) => {
                const label = t(messages.crewMember, { name: member.display_name, role: member.role });
                return (
                  <li key={member.id} title={label}>
                    <Avatar name={member.display_name} src={member.avatar} size={FACE_SIZE} decorative />
                    <VisuallyHidden>{label}</VisuallyHidden>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </Band>
  );
}
