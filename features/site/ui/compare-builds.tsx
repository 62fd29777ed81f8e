import { Dialog } from '../../../web/ui/dialog.tsx';
import type { BuildCard } from '../advice/advice.schema.ts';
import { compareBuilds } from '../advice/build-comparison.rules.ts';
import { formatPounds } from '../advice/build-facts.rules.ts';
import type { SavedBuild } from '../advice/saved-builds.schema.ts';

type Props = { builds: readonly [SavedBuild, SavedBuild] | undefined; onClose: () => void };

const FACTS: readonly [label: string, of: (card: BuildCard) => string][] = [
  ['Build', (card) => card.title],
  ['Height', (card) => card.size],
  ['Weight', (card) => formatPounds(card.weight_lb)],
  ['Points', (card) => `${card.spent} / ${card.budget}`],
  ['Badges', (card) => card.badges.join(', ') || 'None'],
];

/** Two saved builds side by side, biggest differences first. */
export function CompareBuilds({ builds, onClose }: Props) {
  return (
    <Dialog open={builds !== undefined} onClose={onClose} title="Compare two builds" size="lg">
      {builds && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section aria-label="Comparison" tabIndex={0}>
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
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {builds.map(({ id, card }) => (
                    <td key={id}>{of(card)}</td>
                  ))}
                </tr>
              ))}
              {compareBuilds(builds[0].card, builds[1].card).map(({ id, name, one, other }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <Rating value={one} against={other} />
                  <Rating value={other} against={one} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}

function Rating({ value, against }: { value: number; against: number }) {
  return (
    <td className="compare-rating" data-higher={value > against || undefined}>
      <span>{value}</span>
      {value > against && (
        <span>
          {' '}
          +{value - against}
          <span className="sr-only"> more</span>
        </span>
      )}
    </td>
  );
}
