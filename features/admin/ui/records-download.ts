import { toast } from '../../../web/ui/toast-store.ts';

/** Saves a file of the API that needs the bearer token. */
export async function download(path: string, name: string): Promise<void> {
  const { accessToken } = await import('../../../web/session.ts');
  const response = await fetch(path, { headers: { Authorization: `Bearer ${await accessToken()}` } }).catch(() => null);
  if (!response?.ok) return void toast({ title: 'The file could not be made. Please try again.', tone: 'error' });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
