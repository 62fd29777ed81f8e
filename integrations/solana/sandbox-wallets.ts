/**
 * Three demo wallets for browsers without a wallet, registered through the Wallet Standard. Their keys live in the
 * sandbox. Like real wallets, they show each request before they sign it.
 */
export const WALLETS_SCRIPT = `
const basePath = '/sandbox/solana/wallets';
const browser = (localStorage['sandbox-wallet'] ??= crypto.randomUUID());
const post = async (path, body) => {
  const answer = await fetch(path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error('The sandbox does not answer.');
  return answer.json();
};
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes) => btoa(String.fromCharCode(...bytes));

function wallet(tokens) {
  const name = browser + ' ' + tokens;
  const accounts = [];
  return {
    version: '1.0.0',
    name: 'Demonstration wallet, ' + tokens.toLocaleString('en-US') + ' tokens',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains: ['solana:mainnet'],
    accounts,
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          const { address } = await post(basePath, { name, tokens });
          accounts[0] = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'],
            features: ['solana:signMessage'] };
          return { accounts };
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }) => {
          const text = new TextDecoder().decode(message);
          if (!confirm('Demonstration wallet\\n\\n' + text + '\\n\\nSign this message?')) throw new Error('Not signed.');
          const { signature } = await post(basePath + '/sign', { name, message: base64Of(message) });
          return [{ signedMessage: message, signature: bytesOf(signature) }];
        },
      },
    },
  };
}

const wallets = [0, 150000, 2000000].map(wallet);
const register = (api) => api.register(...wallets);
window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
window.addEventListener('wallet-standard:app-ready', (event) => register(event.detail));
`;
