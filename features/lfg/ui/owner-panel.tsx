import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import type { IconName } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { FORMAT_FACTS, formatFor, LARGEST_GROUP } from '../../profiles/group-formats.schema.ts';
import { canRenew } from '../lfg.rules.ts';
import type { Listing, ListingOwnerSide } from '../lfg.schema.ts';
import { Applicants, type Talk } from './applicants.tsx';
import { closeListing } from './close-listing.ts';
import { toastRefusal } from './error-toasts.ts';
import { ListingForm, type Problem, toBody, toFormValues } from './listing-form.tsx';

/** `talk` renders the chat with an applicant and comes from the page. */
type Props = { listing: Listing; side: ListingOwnerSide; onChange: () => unknown; talk: Talk };

/** Shows a listing to its owner, with its buttons and applicants. */
export function OwnerPanel({ listing, side, onChange, talk }: Props) {
  const [editing, setEditing] = useState(false);
  const active = listing.status === 'active';
  const renew = async () => {
    const post = () => browserApi().api.lfg.listings[':id'].renew.$post({ param: { id: listing.id } });
    if (await attempt(post, ({ message }) => message, 'Failed to renew')) await onChange();
  };
  return (
    <section className="stack-lg" aria-labelledby="applicants">
      <div className="cluster">
        {active && (
          <Button variant="secondary" icon="edit" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        {canRenew({ status: listing.status, expiresAt: new Date(listing.expires_at) }, new Date()) && (
          <Button icon="refresh" onClick={renew}>
            Renew for 30 days
          </Button>
        )}
        {listing.status !== 'closed' && (
          <Button variant="ghost" icon="close" onClick={() => closeListing(listing.id, onChange)}>
            Close Listing
          </Button>
        )}
      </div>
      {side.can_become_squad && <BecomeSquad listing={listing} />}
      {side.can_become_party && <BecomeParty listing={listing} />}
      {active && isCrowded(listing, side) && (
        <Notice tone="gold" title="That's one player too many">
          All five positions besides yours are filled, but a squad has five players. Ask one of them to leave their
          spot, or edit the listing to leave your own position out.
        </Notice>
      )}
      <h2 id="applicants">Applicants</h2>
      <Applicants applicants={side.applicants} open={active} onChange={onChange} talk={talk} />
      {editing && <EditDialog listing={listing} onClose={() => setEditing(false)} onSaved={onChange} />}
    </section>
  );
}

function BecomeSquad({ listing }: { listing: Listing }) {
  const spots = listing.needed_positions.length;
  const { noun } = FORMAT_FACTS[formatFor(spots + 1)];
  const title = `${spots > 1 ? 'All spots are filled' : 'Your spot is filled'}: become a ${noun}`;
  const become = () => unwrap(browserApi().api.lfg.listings[':id'].squad.$post({ param: { id: listing.id } }));
  return (
    <Become noun={noun} icon="trophy" title={title} become={become}>
      Everyone gets the contacts and your next sessions. The listing closes.
    </Become>
  );
}

function BecomeParty({ listing }: { listing: Listing }) {
  const size = listing.needed_positions.length + 1;
  const title = 'All spots are filled: queue together';
  const become = () => unwrap(browserApi().api.lfg.listings[':id'].party.$post({ param: { id: listing.id } }));
  return (
    <Become noun="party" icon="users" title={title} become={become}>
      A squad has five players and you have {size}. As a party you'll stay together, and we'll find{' '}
      {LARGEST_GROUP - size === 1 ? 'the fifth player' : 'the other two'} for you. You'll get a squad room right away,
      and the listing closes.
    </Become>
  );
}

type BecomeProps = {
  noun: string;
  icon: IconName;
  title: string;
  become: () => Promise<{ message: string }>;
  children: ReactNode;
};

/** Offers to turn the listing's players into a group. */
function Become({ noun, icon, title, become, children }: BecomeProps) {
  const navigate = useNavigate();
  const press = async () => {
    if (await attempt(become, ({ message }) => message, `Failed to make a ${noun}`)) await navigate(paths.matches);
  };
  const button = (
    <Button size="sm" onClick={press}>
      {`Make it a ${noun}`}
    </Button>
  );
  return (
    <Notice tone="green" icon={icon} title={title} action={button}>
      {children}
    </Notice>
  );
}

/** Returns whether all seats are filled and the group, including the owner, is larger than a squad. */
function isCrowded(listing: Listing, side: ListingOwnerSide): boolean {
  const seated = side.applicants.filter((applicant) => applicant.status === 'accepted').length;
  return seated === listing.needed_positions.length && seated + 1 > LARGEST_GROUP;
}

function EditDialog({ listing, onClose, onSaved }: { listing: Listing; onClose: () => void; onSaved: () => void }) {
  const [values, setValues] = useState(() => toFormValues(listing));
  const save = async (): Promise<Problem | undefined> => {
    const { boost: _, ...json } = toBody(values);
    try {
      await unwrap(browserApi().api.lfg.listings[':id'].$put({ param: { id: listing.id }, json }));
    } catch (error) {
      const message = toastRefusal('Failed to save the listing', error);
      return { message, field: error instanceof ApiError ? error.field : undefined };
    }
    showToast({ title: 'Listing saved', tone: 'success' });
    onSaved();
    onClose();
    return undefined;
  };
  return (
    <Dialog open onClose={onClose} title="Edit listing" size="lg">
      <ListingForm
        values={values}
        onChange={setValues}
        onSubmit={save}
        submitLabel="Save"
        submittingLabel="Saving…"
        cancel={
          <Button variant="ghost" size="lg" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  );
}
