import { useEffect, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { fetchWithToken, unwrap } from '../../../web/api-client.ts';
import { readFile } from '../../../web/save-file.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import * as messages from '../bookings.messages.ts';
import type { BookingView } from '../bookings.schema.ts';

const MAX_BYTES = 1_000_000;
const OPEN_STATUSES = ['held', 'accepted', 'in_progress', 'scheduled', 'started', 'completed', 'disputed'];

/**
 * Shows an attached picture. Requests for pictures need the bearer token, so this fetches the picture and shows it from
 * memory.
 */
function Picture({ bookingId, id, alt }: { bookingId: string; id: string; alt: string }) {
  const t = useTranslator();
  const [url, setUrl] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let url: string | undefined;
    void (async () => {
      try {
        url = URL.createObjectURL(await readFile(endpoints.evidenceFile(bookingId, id)));
        setUrl(url);
      } catch {
        setFailed(true);
      }
    })();
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [bookingId, id]);
  if (hasFailed) return <p className="text-muted">{t(messages.pictureFailed)}</p>;
  if (!url) return <Skeleton shape="block" className="h-40 w-full" />;
  return <img src={url} alt={alt} className="max-h-80 w-full rounded-control object-contain" />;
}

const listGameOptions = (t: Translator, { contractedGames }: BookingView) =>
  Array.from({ length: contractedGames }, (_, index) => ({
    value: `${index + 1}`,
    label: t(messages.gameNumber, { no: index + 1 }),
  }));

type Evidence = BookingView['evidence'][number];

/** Returns the role of a picture's author for messages. */
const getAuthor = ({ type }: BookingView, { by }: Evidence) =>
  by === 'buyer' ? 'buyer' : type === 'hire' ? 'player' : 'coach';

function EvidenceLine({ author, evidence: { gameNo, at } }: { author: string; evidence: Evidence }) {
  const renderTime = () => <Moment at={at} />;
  return gameNo === null ? (
    <RichMessage message={messages.evidenceLine} values={{ author, time: renderTime }} />
  ) : (
    <RichMessage message={messages.evidenceLineForGame} values={{ author, game: gameNo, time: renderTime }} />
  );
}

async function sendEvidence(booking: BookingView, file: File, note: string, gameNo: string): Promise<void> {
  const body = new FormData();
  body.set('picture', file);
  body.set('note', note);
  if (gameNo) body.set('gameNo', gameNo);
  await unwrap(fetchWithToken(endpoints.evidence(booking.id), { method: 'POST', body }));
}

/** Shows the evidence of played games and lets both sides add pictures. */
export function EvidencePanel({ booking }: { booking: BookingView }) {
  const t = useTranslator();
  const { run } = useAction();
  const [file, setFile] = useState<File>();
  const [note, setNote] = useDraftText(`evidence-${booking.id}`);
  const [gameNo, setGameNo] = useState('');
  const [problem, setProblem] = useState<string>();
  const mayAttach = booking.side !== 'admin' && OPEN_STATUSES.includes(booking.status);
  if (!mayAttach && booking.evidence.length === 0) return null;
  const attach = async () => {
    if (!file) return setProblem(t(messages.pictureMissing));
    if (file.size > MAX_BYTES) return setProblem(t(messages.pictureTooLarge));
    setProblem(undefined);
    const isSent = await run(
      () => sendEvidence(booking, file, note, gameNo).then(() => true),
      t(messages.attachedToast),
      (description) => {
        setProblem(description);
        showToast({ title: t(messages.thatDidntWork), description, tone: 'error' });
      },
    );
    if (!isSent) return;
    setFile(undefined);
    setNote('');
    setGameNo('');
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="evidence">
      <h2 id="evidence" className="text-xl">
        {t(messages.evidenceTitle)}
      </h2>
      {booking.evidence.length === 0 ? (
        <p className="text-muted">
          {t(booking.type === 'hire' ? messages.noHireEvidence : messages.noSessionEvidence)}
        </p>
      ) : (
        <ul className="card-grid">
          {booking.evidence.map((one) => (
            <li key={one.id} className="stack gap-2">
              <Picture
                bookingId={booking.id}
                id={one.id}
                alt={one.note || t(messages.evidenceAlt, { author: getAuthor(booking, one) })}
              />
              <p className="text-sm text-muted">
                <EvidenceLine author={getAuthor(booking, one)} evidence={one} />
              </p>
              {one.note && <p>{one.note}</p>}
            </li>
          ))}
        </ul>
      )}
      {mayAttach && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t(messages.pictureField)} error={problem ?? false}>
            <TextInput
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          </Field>
          {booking.type === 'hire' && (
            <Field label={t(messages.gameField)} optional>
              <Select
                options={[{ value: '', label: t(messages.wholeHire) }, ...listGameOptions(t, booking)]}
                value={gameNo}
                onChange={(event) => setGameNo(event.target.value)}
              />
            </Field>
          )}
          <Field label={t(messages.noteField)} optional>
            <TextInput maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <Button variant="secondary" className="justify-self-start md:col-span-2" onClick={() => attach()}>
            {t(messages.attach)}
          </Button>
        </div>
      )}
    </Panel>
  );
}
