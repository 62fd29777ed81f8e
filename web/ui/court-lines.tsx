import { useId } from 'react';

/**
 * The floor of a half court, 500 × 470 = 50 × 47 ft in tenths of a foot, basket at the top. The center circle at the
 * bottom is drawn as the planet: a ball with its ring.
 */
export function CourtLines() {
  const id = useId();
  return (
    <svg className="court-lines" viewBox="0 0 500 470" aria-hidden="true" preserveAspectRatio="none">
      <defs>
        <radialGradient id={`${id}-light`} cx="50%" cy="8%" r="95%">
          <stop offset="0" stopColor="var(--floor-lit)" />
          <stop offset="0.5" stopColor="var(--floor)" />
          <stop offset="1" stopColor="var(--floor-far)" />
        </radialGradient>
        <linearGradient id={`${id}-key`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--floor-rim)" stopOpacity="0.34" />
          <stop offset="1" stopColor="var(--floor-line)" stopOpacity="0.14" />
        </linearGradient>
        <pattern id={`${id}-plank`} width="25" height="94" patternUnits="userSpaceOnUse">
          <path
            d="M0 0V94M12.5 0V94M0 24H12.5M12.5 70H25"
            stroke="var(--color-muted)"
            strokeOpacity="0.055"
            fill="none"
          />
        </pattern>
      </defs>
      <rect width="500" height="470" fill={`url(#${id}-light)`} />
      <rect width="500" height="470" fill={`url(#${id}-plank)`} />
      <rect x="170" y="4" width="160" height="186" fill={`url(#${id}-key)`} />
      <g fill="none" stroke="var(--floor-line)" strokeOpacity="0.75" strokeWidth="2.5">
        <rect x="4" y="4" width="492" height="462" rx="10" />
        <path d="M170 4V190H330V4M30 4V140A237.5 237.5 0 0 0 470 140V4" />
        <path d="M190 190A60 60 0 0 0 310 190" />
        <path d="M190 190A60 60 0 0 1 310 190" strokeDasharray="13 11" />
        <path d="M210 52.5V60A40 40 0 0 0 290 60V52.5" strokeOpacity="0.5" />
      </g>
      <g fill="none" strokeLinecap="round">
        <path d="M220 40H280" stroke="var(--color-text)" strokeWidth="4" />
        <circle cx="250" cy="53" r="9" stroke="var(--floor-rim)" strokeWidth="4" />
      </g>
      <g fill="none" stroke="var(--floor-rim)" strokeOpacity="0.85" strokeWidth="2.5">
        <path d="M190 466A60 60 0 0 1 310 466" fill="var(--floor-rim)" fillOpacity="0.12" />
        <path d="M250 406V466M205 466A72 72 0 0 0 208 424M295 466A72 72 0 0 1 292 424" strokeOpacity="0.6" />
        <path d="M163 466C168 446 208 434 250 434S332 446 337 466" stroke="var(--floor-orbit)" strokeOpacity="0.7" />
      </g>
    </svg>
  );
}
