import { useEffect, useState } from 'react';
import { type BrowserWallet, watchWallets } from './wallets.ts';

/**
 * Wallets of this browser; undefined until it was looked.
 * @param script of wallets to try out, in a demonstration
 */
export function useWallets(script: string | null): BrowserWallet[] | undefined {
  const [wallets, setWallets] = useState<BrowserWallet[]>();
  useEffect(() => {
    const stop = watchWallets(setWallets);
    if (script) loadOnce(script);
    return stop;
  }, [script]);
  return wallets;
}

function loadOnce(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: address, type: 'module' }));
}
