import { COURT_POSITIONS } from '../../../web/ui/court-spots.ts';
import { POSITIONS } from '../game.schema.ts';

/** Shows where a player plays on a court of only a few lines, because a directory page draws many of them. */
export function SmallCourt({ role, flex }: { role: string; flex: readonly string[] }) {
  return (
    <svg
      viewBox="0 0 100 94"
      aria-hidden="true"
      className="w-18 flex-none rounded-panel border border-line bg-surface text-line"
    >
      <path
        d="M34 0v38h32V0M6 0v28a47 47 0 0 0 88 0V0M38 94a12 12 0 0 1 24 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      {POSITIONS.map((position) => (
        <circle
          key={position}
          cx={COURT_POSITIONS[position].x}
          cy={COURT_POSITIONS[position].y * 0.94}
          {...createSpot(position, role, flex)}
        />
      ))}
    </svg>
  );
}

function createSpot(position: string, role: string, flex: readonly string[]) {
  if (position === role) return { r: 10, className: 'fill-orange' };
  if (flex.includes(position)) return { r: 7, className: 'fill-bg stroke-cyan', strokeWidth: 3 };
  return { r: 4, className: 'fill-line' };
}
