import { useEffect, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';

type ShareActionsProps = { path: string; title: string; copyLabel?: string };

/** Buttons that share a link of this site: to the clipboard, and through the device's share sheet if there is one. */
export function ShareActions({ path, title, copyLabel = 'Copy link' }: ShareActionsProps) {
  // Only the browser knows the origin and whether it can share links.
  const [here, setHere] = useState({ origin: '', shares: false });
  useEffect(() => setHere({ origin: window.location.origin, shares: 'share' in navigator }), []);
  return (
    <>
      <CopyButton text={here.origin + path} label={copyLabel} />
      {here.shares && <ShareButton label="Share" path={path} title={title} />}
    </>
  );
}
