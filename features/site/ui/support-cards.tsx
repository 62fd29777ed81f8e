import type { SupportCard } from '../../../content/schema/page-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import * as messages from '../site.messages.ts';

const ICONS: Record<SupportCard['icon'], IconName> = { people: 'users', follow: 'post', voice: 'voice' };
const TONES: Record<SupportCard['icon'], string> = { people: 'violet', follow: 'cyan', voice: 'orange' };

export function SupportCards({ cards }: { cards: readonly SupportCard[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
      {cards.map((card) => (
        <li key={card.title} className="panel panel-md card door" data-tone={TONES[card.icon]}>
          <span className="orbit" aria-hidden="true">
            <Icon name={ICONS[card.icon]} size={28} />
          </span>
          <h2 className="text-xl">{card.title}</h2>
          <p className="text-muted">{card.description}</p>
          <a href={card.link} target="_blank" rel="noopener noreferrer" className="card-link door-go">
            {card.label}
            <span className="sr-only"> {t(messages.opensInNewTab)}</span>
            <Icon name="external" size={16} />
          </a>
        </li>
      ))}
    </ul>
  );
}
