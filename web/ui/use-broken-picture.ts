import { type RefObject, useEffect, useRef, useState } from 'react';

type PictureWatch = {
  broken: boolean;
  /** For the picture itself. */
  watch: { ref: RefObject<HTMLImageElement | null>; onError: () => void };
};

/**
 * Tracks whether a picture failed to load, even before the script was listening: on a server-rendered page, it can fail
 * first.
 */
export function useBrokenPicture(src: string | null | undefined): PictureWatch {
  const [broken, setBroken] = useState<string | null>(null);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (src && ref.current?.complete && ref.current.naturalWidth === 0) setBroken(src);
  }, [src]);
  return { broken: Boolean(src) && broken === src, watch: { ref, onError: () => setBroken(src ?? null) } };
}
