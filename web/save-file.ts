import { fetchWithToken, unwrapResponse } from './api-client.ts';

/** Long enough for a browser to begin with a file of ours before its address is gone. */
const REVOKE_DELAY_MS = 10_000;

/** Hands a file over to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}

/** A file that only somebody signed in may have. @throws ApiError */
export const readFile = async (address: string): Promise<Blob> =>
  (await unwrapResponse(fetchWithToken(address))).blob();

/** The same, handed over to the browser's downloads. @throws ApiError */
export const fetchAndSave = async (address: string, name: string): Promise<void> =>
  saveFile(await readFile(address), name);
