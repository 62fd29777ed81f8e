import { endpoints } from '../../../content/endpoints.ts';
import type { protocolPanel } from '../../../content/home/home-content.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';

/** A squad with its last spot open. The names are play styles, not people. */
const { face } = endpoints;
const SPOTS: CourtSpot[] = [
  { position: 'PG', state: 'accepted', name: 'Playmaker', avatarUrl: face('31402165') },
  { position: 'SG', state: 'accepted', name: 'Sharpshooter', avatarUrl: face('75213042') },
  { position: 'SF', state: 'you', name: 'You', avatarUrl: face('12034513') },
  { position: 'PF', state: 'accepted', name: 'Glass cleaner', avatarUrl: face('54321207') },
  { position: 'C', state: 'empty' },
];

export function ProtocolPanel({ words }: { words: typeof protocolPanel }) {
  return (
    <section id="protocol" className="page home-section" aria-labelledby="protocol-title">
      <div className="panel panel-lg protocol-panel">
        <div className="stack-lg">
          <div className="stack">
            <h2 id="protocol-title">{words.title}</h2>
            <p className="lead">{words.line}</p>
          </div>
          <ul className="stack gap-3">
            {words.points.map((point) => (
              <li key={point} className="protocol-point">
                <Icon name="check" size={18} />
                {point}
              </li>
            ))}
          </ul>
          <div className="cluster gap-3">
            <ButtonLink to={words.learnMore.href}>
              {words.learnMore.label}
              <VisuallyHidden> about {words.title}</VisuallyHidden>
            </ButtonLink>
            <ButtonLink to={words.seeDeals.href} variant="secondary">
              {words.seeDeals.label}
            </ButtonLink>
          </div>
        </div>
        <Court spots={SPOTS} label="A squad with one open spot" />
      </div>
    </section>
  );
}
