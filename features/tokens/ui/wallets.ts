import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../tokens.messages.ts';

/** A browser wallet, regardless of how it registers. */
export type BrowserWallet = {
  name: string;
  /** Asks the user for permission. @returns the address */
  connect: () => Promise<string>;
  /** @returns the signature over exactly this text, base64 */
  sign: (text: string) => Promise<string>;
};

type Account = { address: string };
type StandardWallet = {
  name: string;
  chains: readonly string[];
  features: {
    'standard:connect'?: { connect: () => Promise<{ accounts: readonly Account[] }> };
    'solana:signMessage'?: {
      signMessage: (input: { account: Account; message: Uint8Array }) => Promise<readonly { signature: Uint8Array }[]>;
    };
  };
};
type InjectedWallet = {
  isPhantom?: boolean;
  publicKey?: { toString: () => string } | null;
  connect: () => Promise<{ publicKey?: { toString: () => string } } | undefined>;
  signMessage: (message: Uint8Array, display?: string) => Promise<Uint8Array | { signature: Uint8Array }>;
};

/**
 * Watches for wallets that register through the Wallet Standard, now or later, and for the older `window.solana`.
 * @param onChange gets all wallets known so far, one per name
 * @returns a function that stops watching
 */
export function watchWallets(t: Translator, onChange: (wallets: BrowserWallet[]) => void): () => void {
  const walletsByName = new Map<string, BrowserWallet>();
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const usableWallet = toStandardWallet(wallet);
      if (usableWallet) walletsByName.set(usableWallet.name, usableWallet);
    }
    onChange([...walletsByName.values()]);
    return () => {};
  };
  const onRegister = (event: Event) => (event as CustomEvent<(api: object) => void>).detail({ register });
  window.addEventListener('wallet-standard:register-wallet', onRegister);
  const injectedWallet = adaptInjected(t, (window as { solana?: InjectedWallet }).solana);
  if (injectedWallet) walletsByName.set(injectedWallet.name, injectedWallet);
  onChange([...walletsByName.values()]);
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  return () => window.removeEventListener('wallet-standard:register-wallet', onRegister);
}

function toStandardWallet(wallet: StandardWallet): BrowserWallet | undefined {
  const connect = wallet.features['standard:connect']?.connect;
  const signMessage = wallet.features['solana:signMessage']?.signMessage;
  if (!connect || !signMessage || !wallet.chains.some((chain) => chain.startsWith('solana:'))) return undefined;
  let account: Account | undefined;
  return {
    name: wallet.name,
    connect: async () => {
      account = (await connect()).accounts[0];
      if (!account) throw new Error('The wallet didn’t share an account.');
      return account.address;
    },
    sign: async (text) => {
      const [signedMessage] = await signMessage({ account: account!, message: new TextEncoder().encode(text) });
      return toBase64(signedMessage!.signature);
    },
  };
}

function adaptInjected(t: Translator, wallet: InjectedWallet | undefined): BrowserWallet | undefined {
  if (!wallet?.connect || !wallet.signMessage) return undefined;
  return {
    name: wallet.isPhantom ? 'Phantom' : t(messages.browserWallet),
    connect: async () => {
      const connection = await wallet.connect();
      const key = connection?.publicKey ?? wallet.publicKey;
      if (!key) throw new Error('The wallet didn’t share an account.');
      return key.toString();
    },
    sign: async (text) => {
      const signedMessage = await wallet.signMessage(new TextEncoder().encode(text), 'utf8');
      return toBase64(signedMessage instanceof Uint8Array ? signedMessage : signedMessage.signature);
    },
  };
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
