import { TextLink } from '../../../web/rich-text.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';

type Person = { badge: string; name: string; picture: string; text: string; link: { label: string; href: string } };

/** A founder or core partner, styled by role. */
export function PersonCard({ person, founder }: { person: Person; founder: boolean }) {
  return (
    <li className="panel panel-md card person" data-tone={founder ? 'orange' : 'violet'}>
      <Avatar name={person.name} src={person.picture} size={88} decorative />
      <div className="grid gap-1 justify-items-start">
        <Badge tone={founder ? 'orange' : 'violet'}>{person.badge}</Badge>
        <h3 className="text-xl">{person.name}</h3>
        <p className="text-muted">{person.text}</p>
        <TextLink href={person.link.href} className="card-link door-go">
          {person.link.label}
          <Icon name="arrow-right" size={18} />
        </TextLink>
      </div>
    </li>
  );
}
