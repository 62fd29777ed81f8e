import { createCrest } from '../squad-crest.rules.ts';

const RING = { x: 21, y: 6.5 };
const BACK = `M-${RING.x} 0A${RING.x} ${RING.y} 0 0 1 ${RING.x} 0`;
const FRONT_ARC = `M-${RING.x} 0A${RING.x} ${RING.y} 0 0 0 ${RING.x} 0`;
const SEAM_PATH = 'M-13 0H13M0-13V13M-8.5-9.8Q-2 0-8.5 9.8M8.5-9.8Q2 0 8.5 9.8';

/** A squad's crest: a ball inside a ring, drawn from its seed. The squad's name appears next to it. */
export function SquadCrest({ seed, size = 48 }: { seed: number; size?: number }) {
  const crest = createCrest(seed);
  const ring = `var(--color-${crest.ring})`;
  return (
    <svg
      aria-hidden="true"
      className="flex-none"
      width={size}
      height={size}
      viewBox="-24 -24 48 48"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <g transform={`rotate(${crest.tilt})`}>
        <path d={BACK} stroke={ring} opacity="0.5" />
        <g transform={`rotate(${crest.turn})`} stroke={`var(--color-${crest.ball})`}>
          <circle r="13" fill={`var(--color-${crest.ball}-soft)`} />
          <path d={SEAM_PATH} strokeWidth="1.25" />
        </g>
        <path d={FRONT_ARC} stroke={ring} />
        {crest.moons.map((degrees) => {
          const angle = (degrees * Math.PI) / 180;
          return (
            <circle
              key={degrees}
              cx={(Math.cos(angle) * RING.x).toFixed(2)}
              cy={(Math.sin(angle) * RING.y).toFixed(2)}
              r="2.5"
              fill={ring}
            />
          );
        })}
      </g>
    </svg>
  );
}
