import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Tone } from './tone.ts';

type AvatarProps = {
  name: string;
  src?: string | null;
  /** Edge length in px. */
  size?: number;
  tone?: Tone;
  /** Set when the name stands beside it anyway. */
  decorative?: boolean;
  className?: string;
};

const tones: readonly Tone[] = ['violet', 'cyan', 'court', 'green', 'gold'];

/** The same name always has the same colour. */
function toneOf(name: string): Tone {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] ?? 'violet';
}

/** The picture over the first letter of the name; a picture that does not load goes away and leaves the letter. */
export function Avatar({ name, src, size = 40, tone, decorative, className = '' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);

  // A server-rendered picture can fail before the script listens.
  useEffect(() => {
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBroken(src);
  }, [src]);

  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '?';
  const ear = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span
      className={`avatar ${className}`}
      data-tone={tone ?? toneOf(name)}
      style={{ '--avatar': `${size}px` } as CSSProperties}
      {...ear}
    >
      {letter}
      {src && src !== broken && (
        <img
          ref={image}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}
