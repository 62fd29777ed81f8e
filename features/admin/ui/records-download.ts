import { toErrorMessage } from '../../../web/api-client.ts';
import { fetchAndSave } from '../../../web/save-file.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/** Downloads an API file that needs the bearer token. Shows an error if it isn't available. */
export async function downloadFile(path: string, name: string): Promise<void> {
  try {
    await fetchAndSave(path, name);
  } catch (error) {
    const description = toErrorMessage(error, 'Please try again.');
    showToast({ title: "Couldn't create the file", description, tone: 'error' });
  }
}
