import { Toaster } from '../ui/toaster.tsx';
import { useCloseDialogOnBack } from './close-dialog-on-back.ts';

/** Parts of a page that are only needed once someone interacts with it. */
export default function AfterFirstPress() {
  useCloseDialogOnBack();
  return <Toaster />;
}
