import { useEffect, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
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
import type { BookingView } from '../bookings.schema.ts';

const LARGEST = 1_000_000;
const OPEN = ['held', 'accepted', 'in_progress', 'scheduled', 'started', 'completed', 'disputed'];

const SETTLES = { hire: 'A screenshot of the box score', coaching: 'A screenshot of what you agreed on' } as const;

/** Shows an attached picture. It needs the bearer token, so it's fetched and shown from memory. */
function Picture({ bookingId, id, alt }: { bookingId: string; id: string; alt: string }) {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    void (async () => {
      try {
        made = URL.createObjectURL(await readFile(endpoints.evidenceFile(bookingId, id)));
        setUrl(made);
      } catch {
        setFailed(true);
      }
    })();
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [bookingId, id]);
  if (failed) return <p className="text-mist">This picture didn't load. Reload the page to see it.</p>;
  if (!url) return <Skeleton shape="block" className="h-40 w-full" />;
  return <img src={url} alt={alt} className="max-h-80 w-full rounded-control object-contain" />;
}

const gamesOf = ({ contractedGames }: BookingView) =>
  Array.from({ length: contractedGames }, (_, index) => ({ value: `${index + 1}`, label: `Game ${index + 1}` }));

async function send(booking: BookingView, file: File, note: string, gameNo: string): Promise<void> {
  const body = new FormData();
  body.set('picture', file);
  body.set('note', note);
  if (gameNo) body.set('gameNo', gameNo);
  await unwrap(fetchWithToken(endpoints.evidence(booking.id), { method: 'POST', body }));
}

/** Shows the evidence of played games and lets both sides add pictures. */
export function EvidencePanel({ booking }: { booking: BookingView }) {
  const { run } = useAction();
  const [file, setFile] = useState<File>();
  const [note, setNote] = useDraftText(`evidence-${booking.id}`);
  const [gameNo, setGameNo] = useState('');
  const [problem, setProblem] = useState<string>();
  const mayAttach = booking.side !== 'admin' && OPEN.includes(booking.status);
  if (!mayAttach && booking.evidence.length === 0) return null;
  const attach = async () => {
    if (!file) return setProblem('Choose a picture.');
    if (file.size > LARGEST) return setProblem('The picture is larger than 1 MB. A screenshot is enough.');
    setProblem(undefined);
    const sent = await run(
      () => send(booking, file, note, gameNo).then(() => true),
      'Attached',
      (description) => {
        setProblem(description);
        showToast({ title: "That didn't work", description, tone: 'error' });
      },
    );
    if (!sent) return;
    setFile(undefined);
    setNote('');
    setGameNo('');
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="evidence">
      <h2 id="evidence" className="text-xl">
        Evidence
      </h2>
      {booking.evidence.length === 0 ? (
        <p className="text-mist">Nothing attached yet. {SETTLES[booking.type]} settles most disagreements.</p>
      ) : (
        <ul className="card-grid">
          {booking.evidence.map((one) => (
            <li key={one.id} className="stack gap-2">
              <Picture
                bookingId={booking.id}
                id={one.id}
                alt={
                  one.note ||
                  `Evidence from the ${one.by === 'buyer' ? 'buyer' : booking.type === 'hire' ? 'player' : 'coach'}`
                }
              />
              <p className="text-sm text-mist">
                <span>{one.by === 'buyer' ? 'Buyer' : booking.type === 'hire' ? 'Player' : 'Coach'}</span>
                {one.gameNo !== null && <span>{` · Game ${one.gameNo}`}</span>}
                <span> · </span>
                <Moment at={one.at} />
              </p>
              {one.note && <p>{one.note}</p>}
            </li>
          ))}
        </ul>
      )}
      {mayAttach && (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Picture (PNG, JPEG or WebP, up to 1 MB)" error={problem ?? false}>
            <TextInput
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          </Field>
          {booking.type === 'hire' && (
            <Field label="Game" optional>
              <Select
                options={[{ value: '', label: 'The whole hire' }, ...gamesOf(booking)]}
                value={gameNo}
                onChange={(event) => setGameNo(event.target.value)}
              />
            </Field>
          )}
          <Field label="Note" optional>
            <TextInput maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <Button variant="secondary" className="justify-self-start md:col-span-2" onClick={() => attach()}>
            Attach
          </Button>
        </div>
      )}
    </Panel>
  );
}
