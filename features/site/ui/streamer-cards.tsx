import type { HomeTexts } from '../../../content/home/home-content.ts';
import type { Streamer } from '../../../content/schema/people-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../site.messages.ts';
import { Band } from './band.tsx';
import { Shelf } from './shelf.tsx';

/** Cards for the two streams, each with a link to the stream. */
export function StreamerCards({ texts, streamers }: { texts: HomeTexts['streams']; streamers: Streamer[] }) {
  const t = useTranslator();
  return (
    <Band
      id="streams"
      title={texts.title}
      lead={texts.line}
      action={
        <ButtonLink to={texts.all.href} variant="ghost" size="sm" iconEnd="arrow-right">
          {texts.all.label}
        </ButtonLink>
      }
    >
      <Shelf className="shelf-2">
        {streamers.map((streamer) => (
          <li key={streamer.id} className="panel card stream-card">
            <div className="stream-screen">
              <img src={`/art/${streamer.id}.svg`} alt="" width={640} height={360} loading="lazy" />
              <span className="stream-play" aria-hidden="true">
                <Icon name="stream" size={28} />
              </span>
            </div>
            <div className="stream-words">
              <div className="min-w-0">
                <h3>{streamer.name}</h3>
                <p className="text-muted">{streamer.title}</p>
                <p className="stream-id">
                  <Icon name="gamepad" size={16} label={t(messages.gameNetworkId)} />
                  {streamer.gameNetworkId}
                </p>
              </div>
              <a
                className="btn btn-secondary card-link"
                href={streamer.url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t(messages.watchStream, { action: texts.watch, stream: streamer.name })}
              >
                {texts.watch}
                <Icon name="external" size={16} />
              </a>
            </div>
          </li>
        ))}
      </Shelf>
    </Band>
  );
}
