import { formatNumber } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import type { BuildCard } from '../advice/advice.schema.ts';
import { formatBuildWeight } from '../advice/build-facts.rules.ts';
import * as messages from '../site.messages.ts';

const FIRST_SHOWN = 6;
type Attribute = BuildCard['attributes'][number];

/** A build: its measurements, points and ratings, strongest first. */
export function AdviceCard({ card }: { card: BuildCard }) {
  const t = useTranslator();
  return (
    <div className="stack">
      <dl className="advice-measures" lang={t.locale}>
        <div>
          <dt>{t(messages.height)}</dt>
          <dd>{card.size}</dd>
        </div>
        <div>
          <dt>{t(messages.weight)}</dt>
          <dd>{formatBuildWeight(t, card.weight_lb)}</dd>
        </div>
        <div>
          <dt>{t(messages.points)}</dt>
          <dd>
            {formatNumber(t, card.spent)} / {formatNumber(t, card.budget)}
          </dd>
        </div>
      </dl>
      <Bars attributes={card.attributes.slice(0, FIRST_SHOWN)} />
      <Disclosure
        summary={
          <span lang={t.locale}>{t(messages.otherRatings, { count: card.attributes.length - FIRST_SHOWN })}</span>
        }
      >
        <Bars attributes={card.attributes.slice(FIRST_SHOWN)} />
      </Disclosure>
      {card.badges.length > 0 && (
        <ul className="cluster" aria-label={t(messages.badges)} lang="en">
          {card.badges.map((badge) => (
            <li key={badge}>
              <Badge tone="violet">{badge}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Bars({ attributes }: { attributes: readonly Attribute[] }) {
  const t = useTranslator();
  return (
    <ul className="advice-bars">
      {attributes.map(({ id, name, rating, cap }) => (
        <li key={id}>
          <span>{name}</span>
          <span className="advice-target">
            <span aria-hidden="true">
              {rating}
              <span className="advice-cap"> / {cap}</span>
            </span>
            <span className="sr-only" lang={t.locale}>
              {t(messages.ratingOfCap, { rating, cap })}
            </span>
          </span>
          <span className="advice-track" aria-hidden="true">
            <span style={{ width: `${rating}%` }} />
            <i style={{ insetInlineStart: `${cap}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
