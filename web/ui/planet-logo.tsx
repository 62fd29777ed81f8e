import { useId } from 'react';

type PlanetLogoProps = {
  /** Edge length in px. From 96 px on, the moon orbits continuously; smaller logos move on hover. */
  size?: number;
};

/** The logo: a planet that is a basketball, with the seams as meridians and a ring as an orbit. */
export function PlanetLogo({ size = 40 }: PlanetLogoProps) {
  const id = useId();
  const motion = size >= 96 ? 'planet-turning' : 'planet-lively';
  return (
    <svg className={`planet ${motion}`} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}-ball`} cx="36%" cy="28%" r="82%">
          <stop offset="0" stopColor="var(--ball-lit)" />
          <stop offset="0.45" stopColor="var(--color-ball)" />
          <stop offset="1" stopColor="var(--ball-shade)" />
        </radialGradient>
        <linearGradient id={`${id}-ring`} x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="var(--ring-violet)" />
          <stop offset="0.5" stopColor="var(--ring-cyan)" />
          <stop offset="1" stopColor="var(--ring-violet)" />
        </linearGradient>
        <clipPath id={`${id}-disc`}>
          <circle cx="32" cy="32" r="17" />
        </clipPath>
      </defs>
      <g transform="rotate(-22 32 32)" fill="none" strokeLinecap="round">
        <g className="planet-ring">
          <path d="M3 32A29 9 0 0 1 61 32" stroke={`url(#${id}-ring)`} strokeWidth="3" opacity="0.55" />
        </g>
        <circle cx="32" cy="32" r="17" fill={`url(#${id}-ball)`} />
        <g className="planet-seams" clipPath={`url(#${id}-disc)`} stroke="var(--seam)" strokeWidth="1.7">
          <path d="M32 14V50M14 32H50M19 17C28 24 28 40 19 47M45 17C36 24 36 40 45 47" />
        </g>
        <g className="planet-ring">
          <path
            d="M3 32A29 9 0 0 0 61 32"
            stroke="var(--color-on-ball)"
            strokeWidth="6.5"
            strokeLinecap="butt"
            clipPath={`url(#${id}-disc)`}
          />
          <path d="M3 32A29 9 0 0 0 61 32" stroke={`url(#${id}-ring)`} strokeWidth="3" />
        </g>
        <circle className="planet-moon" r="2.6" fill="var(--moon)" />
      </g>
    </svg>
  );
}
