import { fetchWithToken, unwrapResponse } from './api-client.ts';

/** Delay before the object URL is revoked, long enough for the browser to start the download. */
const REVOKE_DELAY_MS = 10_000;

/** Saves a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}

/** Fetches a file that requires sign-in. @throws ApiError */
export const readFile = async (address: string): Promise<Blob> =>
  (await unwrapResponse(fetchWithToken(address))).blob();

/** Fetches a file and saves it to the browser's downloads. @throws ApiError */
export const fetchAndSave = async (address: string, name: string): Promise<void> =>
  saveFile(await readFile(address), name);
