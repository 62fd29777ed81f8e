import { useEffect, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';

type ShareActionsProps = { path: string; title: string; copyLabel?: string };

/** A link of this site to pass on: to the clipboard, and by the device's own sharing where there is one. */
export function ShareActions({ path, title, copyLabel = 'Copy link' }: ShareActionsProps) {
  // Both are known to the browser alone; the page is made without them.
  const [here, setHere] = useState({ origin: '', shares: false });
  useEffect(() => setHere({ origin: window.location.origin, shares: 'share' in navigator }), []);
  return (
    <>
      <CopyButton text={here.origin + path} label={copyLabel} />
      {here.shares && <ShareButton label="Share" path={path} title={title} />}
    </>
  );
}
