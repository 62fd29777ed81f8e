import { PlanetLogo } from './planet-logo.tsx';

const sizes = { sm: 30, md: 40, lg: 64 } as const;

/** Planet and name. The name is text, so it is read out and needs no further label. */
export function Wordmark({ size = 'md', className = '' }: { size?: 'sm' | 'md' | 'lg'; className?: string }) {
  return (
    <span className={`wordmark wordmark-${size} ${className}`}>
      <PlanetLogo size={sizes[size]} />
      <span className="wordmark-name">
        Planet <b>Crew</b>
      </span>
    </span>
  );
}
