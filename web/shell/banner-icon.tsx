import { useTranslator } from '../../messages/use-translator.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import * as messages from './shell.messages.ts';

const unfold = () => import('./banner-fold.ts').then(({ unfoldBanner }) => unfoldBanner());

/** Opens a folded banner. The stylesheet shows it only while there is one. */
export function BannerIcon() {
  const t = useTranslator();
  return <IconButton icon="info" label={t(messages.showNotice)} className="banner-icon" onClick={unfold} />;
}
