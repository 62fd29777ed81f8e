import { useEffect } from 'react';
import { rememberPress } from '../ui/last-press.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useBannerFold } from './banner-fold.ts';
import { useCloseDialogOnBack } from './close-dialog-on-back.ts';

/** Parts of a page that are only needed once someone interacts with it. */
export default function AfterFirstPress() {
  useCloseDialogOnBack();
  useBannerFold();
  // Toasts must not cover the control they're about.
  useEffect(() => {
    document.addEventListener('click', rememberPress, true);
    return () => document.removeEventListener('click', rememberPress, true);
  }, []);
  return <Toaster />;
}
