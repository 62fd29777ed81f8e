import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';

/** The community section: three worlds and links to follow them. */
export function WorldCards({ texts }: { texts: HomeTexts['communitySection'] }) {
  return (
    <Section
      id="community"
      className="page"
      title={texts.title}
      lead={texts.line}
      actions={
        <ButtonLink href={texts.follow.href} variant="secondary" icon="post">
          {texts.follow.label}
        </ButtonLink>
      }
    >
      <ul className="worlds">
        {texts.cards.map((card) => (
          <li key={card.id} className="panel card world">
            <img className="world-art" src={`/art/${card.id}.svg`} alt="" width={320} height={200} loading="lazy" />
            <div className="stack gap-2 p-6 pt-0">
              <h3>{card.title}</h3>
              <p className="text-mist">
                <UnbrokenWords text={card.text} />
              </p>
              <CardLink to={card.action.href} className="world-go">
                {card.action.label}
                <Icon name="arrow-right" size={18} />
              </CardLink>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
