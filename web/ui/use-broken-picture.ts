import { type RefObject, useEffect, useRef, useState } from 'react';

type PictureWatch = {
  broken: boolean;
  /** Props for the picture element. */
  watch: { ref: RefObject<HTMLImageElement | null>; onError: () => void };
};

/** Tracks whether a picture failed to load, even before hydration. */
export function useBrokenPicture(src: string | null | undefined): PictureWatch {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (src && ref.current?.complete && ref.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);
  return { broken: Boolean(src) && brokenSrc === src, watch: { ref, onError: () => setBrokenSrc(src ?? null) } };
}
