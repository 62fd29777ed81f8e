import { Link } from 'react-router';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { describeZone, formatReaderTime } from '../../time/reader-times.ts';
import { getBrowserZone } from './browser-zone.ts';
import * as messages from './ui.messages.ts';

/** Returns whether clocks in both zones currently show the same time, even if the zones have different names. */
function showSameTime(one: string, other: string): boolean {
  const now = new Date();
  return (
    formatReaderTime(now, 'exact', { zone: one, clock: 24 }) ===
    formatReaderTime(now, 'exact', { zone: other, clock: 24 })
  );
}

/** Says which zone a page's times are in. @param changedAt path of the page where users set their zone */
export function ZoneDescription({ zone, changedAt }: { zone: string; changedAt: string }) {
  const t = useTranslator();
  if (showSameTime(zone, getBrowserZone())) return t(messages.timesInYourZone, { zone: describeZone(zone) });
  return (
    <RichMessage
      message={messages.timesInProfileZone}
      values={{
        zone: describeZone(zone),
        link: (children) => (
          <Link to={changedAt} className="underline">
            {children}
          </Link>
        ),
      }}
    />
  );
}
