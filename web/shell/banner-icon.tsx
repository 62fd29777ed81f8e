import { useTranslator } from '../../messages/use-translator.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import * as messages from './shell.messages.ts';

const unfold = () => import('./banner-fold.ts').then(({ unfoldBanner }) => unfoldBanner());

/** The button that opens a folded banner. The stylesheet shows it only while a banner is folded. */
export function BannerIcon() {
  const t = useTranslator();
  return <IconButton icon="info" label={t(messages.showNotice)} className="banner-icon" onClick={unfold} />;
}
