import { useEffect } from 'react';
import { rememberPress } from '../ui/last-press.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useBannerFold } from './banner-fold.ts';
import { useCloseDialogOnBack } from './close-dialog-on-back.ts';

/** Parts of a page that are only needed once someone interacts with it. */
export default function AfterFirstPress() {
  useCloseDialogOnBack();
  useBannerFold();
  // Remember the control, because a toast must not cover the control it's about.
  useEffect(() => {
    document.addEventListener('click', rememberPress, true);
    return () => document.removeEventListener('click', rememberPress, true);
  }, []);
  return <Toaster />;
}
