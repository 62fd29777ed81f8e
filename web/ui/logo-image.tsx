import { useEffect, useRef, useState } from 'react';

type LogoImageProps = {
  src: string;
  /** Left out where the name stands beside it. */
  alt?: string;
  emoji?: string;
  size?: number;
  className?: string;
};

/** A logo that comes as a file; when the file fails, an emoji takes its place. */
export function LogoImage({ src, alt = '', emoji = '🪐', size = 40, className }: LogoImageProps) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);

  if (broken) {
    return (
      <span
        className={className}
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        style={{ width: size, fontSize: size * 0.8, lineHeight: 1, textAlign: 'center' }}
      >
        {emoji}
      </span>
    );
  }
  return (
    <img
      ref={image}
      src={src}
      alt={alt}
      width={size}
      height={size}
      className={className}
      onError={() => setBroken(true)}
    />
  );
}
