import { Link } from 'react-router';
import type { Translator } from '../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { describeZone, formatReaderTime } from '../../time/reader-times.ts';
import { getBrowserZone } from './browser-zone.ts';
import * as messages from './ui.messages.ts';

/** Returns whether clocks in both zones currently show the same time, even if the zones have different names. */
function showSameTime(t: Translator, one: string, other: string): boolean {
  const now = new Date();
  return (
    formatReaderTime(t, now, 'exact', { zone: one, clock: 24 }) ===
    formatReaderTime(t, now, 'exact', { zone: other, clock: 24 })
  );
}

/** Says which zone a page's times are in. @param changedAt path of the page where users set their zone */
export function ZoneDescription({ zone, changedAt }: { zone: string; changedAt: string }) {
  const t = useTranslator();
  if (showSameTime(t, zone, getBrowserZone())) return t(messages.timesInYourZone, { zone: describeZone(t, zone) });
  return (
    <RichMessage
      message={messages.timesInProfileZone}
      values={{
        zone: describeZone(t, zone),
        link: (children) => (
          <Link to={changedAt} className="underline">
            {children}
          </Link>
        ),
      }}
    />
  );
}
