import { useState } from 'react';
import type { Streamer } from '../../../content/schema/people-schema.ts';
import { getStreamPlayerTexts } from '../../../content/site-pages/command-center-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import * as messages from '../site.messages.ts';

type StreamPlayerProps = {
  streamer: Streamer;
  /** Null when unknown. */
  live: boolean | null;
};

/** A stream that loads on tap. Until then, nothing is sent to the streaming platform. */
export function StreamPlayer({ streamer, live }: StreamPlayerProps) {
  const t = useTranslator();
  const texts = getStreamPlayerTexts(t);
  const [isRequested, setRequested] = useState(false);
  return (
    <li className="panel player">
      <div className="player-screen">
        {isRequested ? (
          <iframe
            title={streamer.name}
            src={`https://player.twitch.tv/?channel=${streamer.channel}&parent=${window.location.hostname}&autoplay=true`}
            allow="autoplay; fullscreen"
            allowFullScreen
          />
        ) : (
          <>
            <img src={`/art/${streamer.id}.svg`} alt="" width={640} height={360} />
            <Button
              icon="stream"
              onClick={() => setRequested(true)}
              aria-label={t(messages.loadStream, { action: texts.load, stream: streamer.name })}
            >
              {texts.load}
            </Button>
          </>
        )}
      </div>
      <div className="player-words">
        <div className="grid gap-1 justify-items-start">
          {live === true && (
            <Badge tone="red" solid>
              {texts.live}
            </Badge>
          )}
          {live === false && <Badge>{texts.offline}</Badge>}
          <h2 className="text-xl">{streamer.name}</h2>
          <p className="text-muted">{streamer.title}</p>
          {live === null && <p className="text-sm text-muted">{texts.unknown}</p>}
        </div>
        <ButtonLink href={streamer.url} variant="secondary" size="sm">
          {texts.open}
        </ButtonLink>
      </div>
    </li>
  );
}
