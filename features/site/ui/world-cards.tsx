import type { HomeTexts } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Band } from './band.tsx';
import { Shelf } from './shelf.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';

/** The community section: three worlds and links to follow them. */
export function WorldCards({ texts }: { texts: HomeTexts['communitySection'] }) {
  return (
    <Band
      id="community"
      title={texts.title}
      lead={texts.line}
      action={
        <ButtonLink href={texts.follow.href} variant="secondary" size="sm" icon="post">
          {texts.follow.label}
        </ButtonLink>
      }
    >
      <Shelf className="shelf-3 worlds">
        {texts.cards.map((card) => (
          <li key={card.id} className="panel card world">
            <img className="world-art" src={`/art/${card.id}.svg`} alt="" width={320} height={200} loading="lazy" />
            <div className="world-words">
              <h3>{card.title}</h3>
              <p className="text-muted">
                <UnbrokenWords text={card.text} />
              </p>
              <CardLink to={card.action.href} className="world-go">
                {card.action.label}
                <Icon name="arrow-right" size={18} />
              </CardLink>
            </div>
          </li>
        ))}
      </Shelf>
    </Band>
  );
}
