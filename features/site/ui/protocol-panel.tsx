import type { HomeTexts } from '../../../content/home/home-content.ts';
import { RichMessage } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../site.messages.ts';

/** What the Protocol does, in three points. */
export function ProtocolPanel({ texts }: { texts: HomeTexts['protocolPanel'] }) {
  return (
    <section id="protocol" className="page band" aria-labelledby="protocol-title">
      <div className="panel panel-lg protocol-panel">
        <div className="stack gap-2">
          <h2 id="protocol-title">{texts.title}</h2>
          <p className="lead">{texts.line}</p>
        </div>
        <ul className="protocol-points">
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
    </section>
  );
}
