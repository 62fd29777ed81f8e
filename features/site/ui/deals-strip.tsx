import type { HomeTexts } from '../../../content/home/home-content.ts';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Band } from './band.tsx';

/** Three tickets on one strip. */
export function DealsStrip({ texts }: { texts: HomeTexts['dealsStrip'] }) {
  return (
    <Band id="deals" title={texts.title}>
      <ul className="tickets">
        {texts.items.map((item) => (
          <li key={item.id} className="ticket card">
            <h3 className="ticket-name">
              <CardLink to={item.href}>{item.name}</CardLink>
            </h3>
            <p className="ticket-price">{item.price}</p>
            <p className="ticket-line">{item.line}</p>
            <Icon name="arrow-right" className="ticket-go" />
          </li>
        ))}
      </ul>
    </Band>
  );
}
