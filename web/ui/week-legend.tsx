import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './ui.messages.ts';

type WeekLegendProps = { own?: string; others?: string; common?: string; barOwn?: boolean; zone?: string };

export function WeekLegend({ own, others, common, barOwn, zone }: WeekLegendProps) {
  const t = useTranslator();
  return (
    <span className="week-legend">
      {common && (
        <span>
          <i className="week-key week-key-common" aria-hidden="true" />
          {common}
        </span>
      )}
      {own && (
        <span>
          <i className={`week-key week-key-own ${barOwn ? 'week-key-bar' : ''}`} aria-hidden="true" />
          {own}
        </span>
      )}
      {others && (
        <span>
          <i className="week-key week-key-others" aria-hidden="true" />
          {t(messages.weekOthersLegend, { name: others })}
        </span>
      )}
      {zone && <span className="week-zone">{zone}</span>}
    </span>
  );
}
