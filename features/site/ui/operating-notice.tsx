import { useLocation } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../../health/health.messages.ts';
import { listFeaturesOffAt, SWITCHES } from '../../health/operating/operating.rules.ts';
import type { SiteFacts } from '../site.schema.ts';

/** Says above a page's content that nothing can be saved, or which features of the page are switched off. */
export function OperatingNotice({ read_only, off = [] }: Pick<SiteFacts, 'read_only' | 'off'>) {
  const t = useTranslator();
  const { pathname } = useLocation();
  const features = listFeaturesOffAt(pathname.toLowerCase(), off);
  if (!read_only && features.length === 0) return null;
  return (
    <div className="page stack gap-2 pt-4 pb-0">
      {read_only && <Notice tone="gold">{t(messages.readOnly)}</Notice>}
      {features.map((feature) => (
        <Notice key={feature} tone="gold">
          {t(SWITCHES[feature].refusal)}
        </Notice>
      ))}
    </div>
  );
}
