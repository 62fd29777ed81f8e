import { useNavigation } from 'react-router';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as shared from '../ui/ui.messages.ts';

/** A thin bar at the top while the next page is loading; the current page stays until it's ready. */
export function NavigationProgress() {
  const t = useTranslator();
  if (useNavigation().state !== 'loading') return null;
  return <div className="navigation-progress" role="progressbar" aria-label={t(shared.loading)} />;
}
