import { type CSSProperties, useId } from 'react';

const crew = [
  { position: 'PG', color: 'var(--color-cyan)' },
  { position: 'SG', color: 'var(--color-green)' },
  { position: 'SF', color: 'var(--color-gold)' },
  { position: 'PF', color: 'var(--color-red)' },
  { position: 'C', color: 'var(--color-violet)' },
] as const;

/** The idea of the product in one picture: five on one orbit round the planet that is a ball. For heroes; decoration. */
export function OrbitOfFive({ className = '' }: { className?: string }) {
  const id = useId();
  return (
    <svg className={`orbit-of-five ${className}`} viewBox="0 0 600 440" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}-ball`} cx="34%" cy="26%" r="84%">
          <stop offset="0" stopColor="#ffc994" />
          <stop offset="0.4" stopColor="#ff8a3d" />
          <stop offset="0.8" stopColor="#b8481f" />
          <stop offset="1" stopColor="#5a1f1c" />
        </radialGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0.45" stopColor="#ff8a3d" stopOpacity="0.42" />
          <stop offset="0.75" stopColor="#8b6cff" stopOpacity="0.14" />
          <stop offset="1" stopColor="#8b6cff" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-ring`}>
          <stop offset="0" stopColor="#8b6cff" />
          <stop offset="0.5" stopColor="#3fe0ff" />
          <stop offset="1" stopColor="#8b6cff" />
        </linearGradient>
        <clipPath id={`${id}-disc`}>
          <circle cx="300" cy="220" r="124" />
        </clipPath>
      </defs>
      <circle cx="300" cy="220" r="218" fill={`url(#${id}-glow)`} />
      <g transform="rotate(-14 300 220)" fill="none">
        <path d="M30 220A270 84 0 0 1 570 220" stroke={`url(#${id}-ring)`} strokeWidth="5" opacity="0.4" />
        <path d="M68 220A232 66 0 0 1 532 220" stroke={`url(#${id}-ring)`} strokeWidth="1.5" opacity="0.3" />
        {crew.map((one, index) => (
          <Moon key={one.position} {...one} index={index} side="back" />
        ))}
        <circle cx="300" cy="220" r="124" fill={`url(#${id}-ball)`} />
        <g clipPath={`url(#${id}-disc)`} stroke="#2a0f12" strokeWidth="5.5">
          <path d="M300 90V350M170 220H430M204 112C272 164 272 276 204 328M396 112C328 164 328 276 396 328" />
          <path d="M30 220A270 84 0 0 0 570 220" stroke="#07060f" strokeWidth="20" strokeOpacity="0.55" />
        </g>
        <path d="M30 220A270 84 0 0 0 570 220" stroke={`url(#${id}-ring)`} strokeWidth="5" />
        <path d="M68 220A232 66 0 0 0 532 220" stroke={`url(#${id}-ring)`} strokeWidth="1.5" opacity="0.6" />
        {crew.map((one, index) => (
          <Moon key={one.position} {...one} index={index} side="front" />
        ))}
      </g>
    </svg>
  );
}

type MoonProps = { position: string; color: string; index: number; side: 'front' | 'back' };

/** Each of the five is there twice, before and behind the planet; only one of the two is visible at a time. */
function Moon({ position, color, index, side }: MoonProps) {
  const place = index * 20 + 7;
  const inFront = place < 50;
  return (
    <g
      className={`moon moon-${side}`}
      style={
        {
          offsetDistance: `${place}%`,
          opacity: inFront === (side === 'front') ? 1 : 0,
          '--moon-delay': `${(-place / 100) * 60}s`,
        } as CSSProperties
      }
    >
      <circle r={side === 'front' ? 25 : 19} fill="#121024" stroke={color} strokeWidth="3.5" />
      <text
        transform="rotate(14)"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={side === 'front' ? 15 : 11}
        fill={color}
      >
        {position}
      </text>
    </g>
  );
}
