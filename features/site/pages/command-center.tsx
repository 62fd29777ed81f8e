import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { getStreamers } from '../../../content/home/streamers.ts';
import { paths } from '../../../content/paths.ts';
import { getCommandCenter, reminderFileName } from '../../../content/site-pages/command-center-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { toLocalizedFile } from '../../../web/localized-file.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { formatStreamStatus } from '../streams/stream-status.wording.ts';
import { Countdown } from '../ui/countdown.tsx';
import { StreamPlayer } from '../ui/stream-player.tsx';
import '../ui/site.css';
import '../ui/streams.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const now = await unwrap(serverApi(context).api.streams.$get());
  return { page: getPageMetadata(paths.commandCenter), streamers: getStreamers(readerTranslator), now };
}

export const meta = createPageHead;

export default function CommandCenter() {
  const t = useTranslator();
  const texts = getCommandCenter(t);
  const { streamers, now } = useLoaderData<typeof loader>();
  const isLiveNow = (channel: string) => now.channels.find((one) => one.channel === channel)?.live ?? null;
  const status = formatStreamStatus(
    t,
    streamers.map(({ name, channel }) => ({ name, live: isLiveNow(channel) })),
    now.onAir,
  );
  return (
    <div className="page pb-12">
      <PageTitle title={texts.title} lead={texts.line} />
      <Countdown label={texts.start} starts={now.starts} status={status}>
        <a
          className="btn btn-secondary"
          href={toLocalizedFile(t.locale, endpoints.streamCalendar)}
          download={reminderFileName}
        >
          <Icon name="calendar" />
          {texts.remindMe}
        </a>
      </Countdown>
      <ul className="mt-8 grid gap-6 lg:grid-cols-2">
        {streamers.map((streamer) => (
          <StreamPlayer key={streamer.id} streamer={streamer} live={isLiveNow(streamer.channel)} />
        ))}
      </ul>
      <p className="mt-6 max-w-none text-sm text-muted">{texts.consent}</p>
      <ButtonLink to={texts.back.href} variant="ghost" icon="arrow-left" className="mt-4 btn-flush">
        {texts.back.label}
      </ButtonLink>
    </div>
  );
}
