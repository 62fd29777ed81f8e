import { useBrokenPicture } from './use-broken-picture.ts';

type LogoImageProps = {
  src: string;
  emoji?: string;
  size?: number;
};

/** A logo loaded from a file, next to the name; an emoji replaces it when the file fails to load. */
export function LogoImage({ src, emoji = '🪐', size = 40 }: LogoImageProps) {
  const { broken, watch } = useBrokenPicture(src);
  if (broken) {
    return (
      <span aria-hidden="true" style={{ width: size, fontSize: size * 0.8, lineHeight: 1, textAlign: 'center' }}>
        {emoji}
      </span>
    );
  }
  return <img src={src} alt="" width={size} height={size} {...watch} />;
}
