import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { CourtLines } from '../../../web/ui/court-lines.tsx';
import { COURT_POSITIONS } from '../../../web/ui/court-spots.ts';
import { POSITIONS } from '../game.schema.ts';
import * as messages from '../profiles.messages.ts';

/** Shows where a player plays: their main spot highlighted, flex positions outlined, the rest of the floor muted. */
export function PositionCourt({ role, flex }: { role: string; flex: readonly string[] }) {
  const t = useTranslator();
  const text =
    flex.length > 0
      ? t(messages.courtCaptionFlex, { role, others: formatList(t, flex) })
      : t(messages.courtCaption, { role });
  return (
    <figure>
      <div className="relative aspect-[50/47] overflow-hidden rounded-panel border border-line">
        <CourtLines />
        {POSITIONS.map((position) => {
          const { x, y } = COURT_POSITIONS[position];
          return (
            <span
              key={position}
              aria-hidden="true"
              // not mirrored: left and right on a court are the same in every language
              style={{ left: `${x}%`, top: `${y}%` }}
              className={`absolute grid -translate-x-1/2 -translate-y-1/2 place-items-center rounded-chip font-display font-bold ${getSpotLook(position, role, flex)}`}
            >
              {position}
            </span>
          );
        })}
      </div>
      <figcaption className="mt-2 text-sm text-muted">{text}</figcaption>
    </figure>
  );
}

function getSpotLook(position: string, role: string, flex: readonly string[]): string {
  if (position === role) return 'size-16 bg-ball text-on-ball text-lg shadow-lift';
  if (flex.includes(position)) return 'size-12 border-2 border-cyan bg-bg text-cyan';
  return 'size-10 border border-line bg-surface text-sm text-muted';
}
