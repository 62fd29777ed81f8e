import type { ReactNode } from 'react';
import { PlanetLogo } from './planet-logo.tsx';

const sizes = { sm: 30, md: 40, lg: 64 } as const;

type WordmarkProps = {
  size?: 'sm' | 'md' | 'lg';
  /** Replaces the drawn planet. */
  mark?: ReactNode;
};

/** The logo and the name. The name is text, so screen readers read it and it needs no further label. */
export function Wordmark({ size = 'md', mark }: WordmarkProps) {
  return (
    <span className={`wordmark wordmark-${size}`}>
      {mark ?? <PlanetLogo size={sizes[size]} />}
      <span className="wordmark-name">
        Planet <b>Crew</b>
      </span>
    </span>
  );
}
