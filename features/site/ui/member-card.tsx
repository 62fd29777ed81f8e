import type { Member, SocialLink } from '../../../content/schema/people-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import * as messages from '../site.messages.ts';
import { ActionLink } from './action-link.tsx';

const ICONS: Record<SocialLink['type'], IconName> = {
  Twitter: 'post',
  Twitch: 'stream',
  Instagram: 'camera',
  TikTok: 'music',
  LinkedIn: 'work',
  YouTube: 'video',
};
const MAX_ICONS = 4;

/** One crew member: face, name, role, and links. */
export function MemberCard({ member }: { member: Member }) {
  const t = useTranslator();
  return (
    <li
      className={`panel member member-${member.layout.slice('card-'.length)}`}
      style={{ '--accent': member.accent_color } as React.CSSProperties}
      data-glow={member.chain_glow || undefined}
    >
      <Avatar
        name={member.display_name}
        src={member.avatar}
        size={member.layout === 'card-horizontal' ? 112 : 80}
        decorative
        className="member-face"
      />
      <div className="member-words">
        <h3 className="member-name">{member.display_name}</h3>
        <Badge className="member-role">{member.role}</Badge>
        <p className="member-line">{member.tagline}</p>
      </div>
      <div className="member-foot">
        {member.cta_button && (
          <ActionLink
            action={{ label: member.cta_button.text, href: member.cta_button.link }}
            variant="secondary"
            size="sm"
          />
        )}
        <ul className="member-social">
          {member.social_links.slice(0, MAX_ICONS).map((link) => (
            <li key={`${link.label} ${link.url}`}>
              <a
                href={link.url}
                target="_blank"
                rel="noopener noreferrer"
                className="btn btn-ghost btn-icon btn-sm"
                aria-label={t(messages.socialLink, { link: link.label })}
              >
                <Icon name={ICONS[link.type]} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
