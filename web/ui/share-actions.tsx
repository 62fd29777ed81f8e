import { useEffect, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';
import * as messages from './ui.messages.ts';

type ShareActionsProps = { path: string; title: string; copyLabel?: string };

/** Buttons that share a link of this site: to the clipboard, and through the device's share sheet if there is one. */
export function ShareActions({ path, title, copyLabel }: ShareActionsProps) {
  const t = useTranslator();
  // Only the browser knows its origin and whether it has a share sheet, so the server renders neither.
  const [browserFacts, setBrowserFacts] = useState({ origin: '', shares: false });
  useEffect(() => setBrowserFacts({ origin: window.location.origin, shares: 'share' in navigator }), []);
  return (
    <>
      <CopyButton text={browserFacts.origin + path} label={copyLabel ?? t(messages.copyLink)} />
      {browserFacts.shares && <ShareButton label={t(messages.share)} path={path} title={title} />}
    </>
  );
}
