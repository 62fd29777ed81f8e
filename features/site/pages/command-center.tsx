import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { streamers } from '../../../content/home/streamers.ts';
import { paths } from '../../../content/paths.ts';
import { commandCenter } from '../../../content/site-pages/command-center-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { getPageFacts } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { streamStatus } from '../streams/stream-status.wording.ts';
import { Countdown } from '../ui/countdown.tsx';
import { StreamPlayer } from '../ui/stream-player.tsx';
import '../ui/site.css';
import '../ui/streams.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const now = await unwrap(serverApi(context).api.streams.$get());
  return { page: getPageFacts(paths.commandCenter), words: commandCenter, streamers, now };
}

export const meta = createPageHead;

export default function CommandCenter() {
  const t = useTranslator();
  const { words, streamers, now } = useLoaderData<typeof loader>();
  const liveOf = (channel: string) => now.channels.find((one) => one.channel === channel)?.live ?? null;
  const status = streamStatus(
    t,
    streamers.map(({ name, channel }) => ({ name, live: liveOf(channel) })),
    now.onAir,
    words.countdown,
  );
  return (
    <div className="page pb-12">
      <PageTitle title={words.title} lead={words.line} />
      <Countdown words={words.countdown} label={words.start.label} starts={now.starts} status={status}>
        <a className="btn btn-secondary" href={endpoints.streamCalendar} download={words.reminder.fileName}>
          <Icon name="calendar" />
          {words.reminder.label}
        </a>
      </Countdown>
      <ul className="mt-8 grid gap-6 lg:grid-cols-2">
        {streamers.map((streamer) => (
          <StreamPlayer key={streamer.id} streamer={streamer} words={words.player} live={liveOf(streamer.channel)} />
        ))}
      </ul>
      <p className="mt-6 max-w-none text-sm text-mist">{words.player.consent}</p>
      <ButtonLink to={words.back.href} variant="ghost" icon="arrow-left" className="mt-4 btn-flush">
        {words.back.label}
      </ButtonLink>
    </div>
  );
}
