import { formatNumber } from '../../../messages/amounts.ts';
import { formatList } from '../../../messages/lists.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import type { BuildCard } from '../advice/advice.schema.ts';
import { compareBuilds } from '../advice/build-comparison.rules.ts';
import { formatBuildWeight } from '../advice/build-facts.rules.ts';
import type { SavedBuild } from '../advice/saved-builds.schema.ts';
import * as messages from '../site.messages.ts';

type Props = { builds: readonly [SavedBuild, SavedBuild] | undefined; onClose: () => void };

const FACTS: readonly [label: Message, of: (card: BuildCard, t: Translator) => string][] = [
  [messages.comparedBuild, (card) => card.title],
  [messages.height, (card) => card.size],
  [messages.weight, (card, t) => formatBuildWeight(t, card.weight_lb)],
  [messages.points, (card, t) => `${formatNumber(t, card.spent)} / ${formatNumber(t, card.budget)}`],
  [messages.badges, (card, t) => formatList(t, card.badges, 'commas') || t(messages.noBadges)],
];

/** Two saved builds side by side, biggest differences first. */
export function CompareBuilds({ builds, onClose }: Props) {
  const t = useTranslator();
  return (
    <Dialog open={builds !== undefined} onClose={onClose} title={t(messages.compareBuilds)} size="lg">
      {builds && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section aria-label={t(messages.comparison)} tabIndex={0}>
          <table className="compare">
            <thead>
              <tr>
                <td />
                {builds.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {FACTS.map(([label, of]) => (
                <tr key={label.id}>
                  <th scope="row">{t(label)}</th>
                  {builds.map(({ id, card }) => (
                    <td key={id}>{of(card, t)}</td>
                  ))}
                </tr>
              ))}
              {compareBuilds(builds[0].card, builds[1].card).map(({ id, name, one, other }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <Rating value={one} other={other} />
                  <Rating value={other} other={one} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}

function Rating({ value, other }: { value: number; other: number }) {
  return (
    <td className="compare-rating" data-higher={value > other || undefined}>
      <span>{value}</span>
      {value > other && (
        <span>
          {' '}
          <RichMessage
            message={messages.ratingMore}
            values={{
              difference: value - other,
              hidden: (children) => <span className="sr-only">{children}</span>,
            }}
          />
        </span>
      )}
    </td>
  );
}
