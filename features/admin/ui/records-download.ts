import { fetchAndSave } from '../../../web/save-file.ts';
import { attempt } from '../../../web/use-action.ts';

/** Downloads an API file that needs the bearer token. Shows an error if it isn't available. */
export const downloadFile = (path: string, name: string) =>
  attempt(() => fetchAndSave(path, name), undefined, "Couldn't create the file");
