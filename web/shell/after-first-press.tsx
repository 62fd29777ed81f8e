import { Toaster } from '../ui/toaster.tsx';
import { useCloseDialogOnBack } from './close-dialog-on-back.ts';

/** What a page needs only once somebody uses it. */
export default function AfterFirstPress() {
  useCloseDialogOnBack();
  return <Toaster />;
}
