import { Badge } from '../../../web/ui/badge.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import type { BuildCard } from '../advice/advice.schema.ts';
import { formatPounds } from '../advice/build-facts.rules.ts';

const FIRST = 6;
type Attribute = BuildCard['attributes'][number];

/** A build: its measurements, points and ratings, strongest first. */
export function AdviceCard({ card }: { card: BuildCard }) {
  return (
    <div className="stack">
      <dl className="advice-measures" lang="en">
        <div>
          <dt>Height</dt>
          <dd>{card.size}</dd>
        </div>
        <div>
          <dt>Weight</dt>
          <dd>{formatPounds(card.weight_lb)}</dd>
        </div>
        <div>
          <dt>Points</dt>
          <dd>
            {card.spent} / {card.budget}
          </dd>
        </div>
      </dl>
      <Bars attributes={card.attributes.slice(0, FIRST)} />
      <Disclosure summary={<span lang="en">The other {card.attributes.length - FIRST} ratings</span>}>
        <Bars attributes={card.attributes.slice(FIRST)} />
      </Disclosure>
      {card.badges.length > 0 && (
        <ul className="cluster" aria-label="Badges" lang="en">
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
  return (
    <ul className="advice-bars">
      {attributes.map(({ id, name, rating, cap }) => (
        <li key={id}>
          <span>{name}</span>
          <span className="advice-target">
            {rating}
            <span className="advice-cap">
              <span aria-hidden="true"> / </span>
              <span className="sr-only" lang="en">
                {' '}
                of up to{' '}
              </span>
              {cap}
            </span>
          </span>
          <span className="advice-track" aria-hidden="true">
            <span style={{ width: `${rating}%` }} />
            <i style={{ left: `${cap}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
