import { useBrokenPicture } from './use-broken-picture.ts';

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
