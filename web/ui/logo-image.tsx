import { useBrokenPicture } from './use-broken-picture.ts';

type LogoImageProps = {
  src: string;
  /** Omit it when the name is shown next to the logo. */
  alt?: string;
  emoji?: string;
  size?: number;
  className?: string;
};

/** A logo loaded from a file; an emoji replaces it when the file fails to load. */
export function LogoImage({ src, alt = '', emoji = '🪐', size = 40, className }: LogoImageProps) {
  const { broken, watch } = useBrokenPicture(src);
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
  return <img src={src} alt={alt} width={size} height={size} className={className} {...watch} />;
}
