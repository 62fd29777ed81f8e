import { useBrokenPicture } from '../../../web/ui/use-broken-picture.ts';

/** A partner's mark, a square of `size` pixels. If it fails to load, its place stays empty. */
export function PartnerMark({ src, alt = '', size }: { src: string; alt?: string; size: number }) {
  const { broken, watch } = useBrokenPicture(src);
  const style = broken ? { visibility: 'hidden' as const } : undefined;
  return <img src={src} alt={alt} width={size} height={size} loading="lazy" style={style} {...watch} />;
}
