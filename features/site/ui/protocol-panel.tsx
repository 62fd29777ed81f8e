import { endpoints } from '../../../content/endpoints.ts';
import type { HomeTexts } from '../../../content/home/home-content.ts';
import type { Message } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../site.messages.ts';

/** A squad with one open spot. The names are play styles, not people. */
const { face } = endpoints;
const SPOTS: (Pick<CourtSpot, 'position' | 'state' | 'avatarUrl'> & { name?: Message })[] = [
  { position: 'PG', state: 'accepted', name: messages.playmaker, avatarUrl: face('31402165') },
  { position: 'SG', state: 'accepted', name: messages.sharpshooter, avatarUrl: face('75213042') },
  { position: 'SF', state: 'you', name: messages.you, avatarUrl: face('12034513') },
  { position: 'PF', state: 'accepted', name: messages.glassCleaner, avatarUrl: face('54321207') },
  { position: 'C', state: 'empty' },
];

export function ProtocolPanel({ texts }: { texts: HomeTexts['protocolPanel'] }) {
  const t = useTranslator();
  const spots = SPOTS.map(({ name, ...spot }) => (name ? { ...spot, name: t(name) } : spot));
  return (
    <section id="protocol" className="page home-section" aria-labelledby="protocol-title">
      <div className="panel panel-lg protocol-panel">
        <div className="stack-lg">
          <div className="stack">
            <h2 id="protocol-title">{texts.title}</h2>
            <p className="lead">{texts.line}</p>
          </div>
          <ul className="stack gap-3">
            {texts.points.map((point) => (
              <li key={point} className="protocol-point">
                <Icon name="check" size={18} />
                {point}
              </li>
            ))}
          </ul>
          <div className="cluster gap-3">
            <ButtonLink to={texts.learnMore.href}>
              <RichMessage
                message={messages.learnMore}
                values={{
                  link: texts.learnMore.label,
                  subject: texts.title,
                  hidden: (children) => <VisuallyHidden>{children}</VisuallyHidden>,
                }}
              />
            </ButtonLink>
            <ButtonLink to={texts.seeDeals.href} variant="secondary">
              {texts.seeDeals.label}
            </ButtonLink>
          </div>
        </div>
        <Court spots={spots} label={t(messages.oneOpenSpot)} />
      </div>
    </section>
  );
}
