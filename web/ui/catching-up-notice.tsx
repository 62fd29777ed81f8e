import { useEffect, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

/** Delay before the notice appears. */
const SHOW_DELAY_MS = 1_500;

/** Tells the user that the page may be slightly out of date. */
export function CatchingUpNotice({ behind }: { behind: boolean }) {
  const t = useTranslator();
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!behind) return setLong(false);
    const timer = setTimeout(() => setLong(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [behind]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-(--above-bottom) z-20 flex justify-center">
      {long && (
        <span className="rounded-full border border-edge bg-raised px-3 py-1 text-sm text-text">
          {t(messages.catchingUp)}
        </span>
      )}
    </div>
  );
}
