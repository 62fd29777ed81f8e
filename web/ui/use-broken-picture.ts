import { type RefObject, useEffect, useRef, useState } from 'react';

type PictureWatch = {
  broken: boolean;
  /** For the picture itself. */
  watch: { ref: RefObject<HTMLImageElement | null>; onError: () => void };
};

/** Whether a picture failed to load, before the script listened too: one of the server's page can be faster. */
export function useBrokenPicture(src: string | null | undefined): PictureWatch {
  const [broken, setBroken] = useState<string | null>(null);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (src && ref.current?.complete && ref.current.naturalWidth === 0) setBroken(src);
  }, [src]);
  return { broken: Boolean(src) && broken === src, watch: { ref, onError: () => setBroken(src ?? null) } };
}
