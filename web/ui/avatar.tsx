import type { CSSProperties } from 'react';
import type { Tone } from './tone.ts';
import { useBrokenPicture } from './use-broken-picture.ts';

type AvatarProps = {
  name: string;
  src?: string | null;
  /** Edge length in px. */
  size?: number;
  tone?: Tone;
  /** Whether the name is shown next to the avatar. */
  decorative?: boolean;
  className?: string;
};

const tones: readonly Tone[] = ['violet', 'cyan', 'orange', 'green', 'gold'];

/** Returns the tone of a name. The same name always gets the same tone. */
function pickTone(name: string): Tone {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] ?? 'violet';
}

/** Shows the picture, or the first letter of the name if there's none or it fails to load. */
export function Avatar({ name, src, size = 40, tone, decorative, className = '' }: AvatarProps) {
  const { broken, watch } = useBrokenPicture(src);
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '?';
  const ariaProps = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span
      className={`avatar ${className}`}
      data-tone={tone ?? pickTone(name)}
      style={{ '--avatar': `${size}px` } as CSSProperties}
      {...ariaProps}
    >
      <span>{letter}</span>
      {src && !broken && <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" {...watch} />}
    </span>
  );
}
