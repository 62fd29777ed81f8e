import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { type BrowserWallet, watchWallets } from './wallets.ts';

/**
 * Returns the browser's wallets, or undefined until they've been checked.
 * @param script URL of the script that provides test wallets in the demo
 */
export function useWallets(script: string | null): BrowserWallet[] | undefined {
  const t = useTranslator();
  const [wallets, setWallets] = useState<BrowserWallet[]>();
  useEffect(() => {
    const stopWatching = watchWallets(t, setWallets);
    if (script) loadOnce(script);
    return stopWatching;
  }, [t, script]);
  return wallets;
}

function loadOnce(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: address, type: 'module' }));
}
