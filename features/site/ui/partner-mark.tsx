import { useBrokenPicture } from '../../../web/ui/use-broken-picture.ts';

/** The mark of a partner, square with an edge of `size` px; one that fails leaves its place empty. */
export function PartnerMark({ src, alt = '', size }: { src: string; alt?: string; size: number }) {
  const { broken, watch } = useBrokenPicture(src);
  const style = broken ? { visibility: 'hidden' as const } : undefined;
  return <img src={src} alt={alt} width={size} height={size} loading="lazy" style={style} {...watch} />;
}
