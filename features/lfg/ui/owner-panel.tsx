import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import type { IconName } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { formatForPlayers, type GroupFormat, LARGEST_GROUP } from '../../profiles/group-formats.schema.ts';
import * as messages from '../lfg.messages.ts';
import { canRenew } from '../lfg.rules.ts';
import type { Listing, ListingOwnerSide } from '../lfg.schema.ts';
import { Applicants, type RenderApplicantChat } from './applicants.tsx';
import { closeListing } from './close-listing.ts';
import { toastRefusal } from './error-toasts.ts';
import { ListingForm, type Problem, toBody, toFormValues } from './listing-form.tsx';

/** `talk` renders the chat with an applicant and comes from the page. */
type Props = { listing: Listing; side: ListingOwnerSide; onChange: () => unknown; talk: RenderApplicantChat };

/** Shows a listing to its owner, with its buttons and applicants. */
export function OwnerPanel({ listing, side, onChange, talk }: Props) {
  const t = useTranslator();
  const [editing, setEditing] = useState(false);
  const isActive = listing.status === 'active';
  const renew = async () => {
    const post = () => browserApi().api.lfg.listings[':id'].renew.$post({ param: { id: listing.id } });
    if (await attempt(post, ({ message }) => message, t(messages.renewFailed))) await onChange();
  };
  return (
    <section className="stack-lg" aria-labelledby="applicants">
      <div className="cluster">
        {isActive && (
          <Button variant="secondary" icon="edit" onClick={() => setEditing(true)}>
            {t(messages.editListing)}
          </Button>
        )}
        {canRenew({ status: listing.status, expiresAt: new Date(listing.expires_at) }, new Date()) && (
          <Button icon="refresh" onClick={renew}>
            {t(messages.renew)}
          </Button>
        )}
        {listing.status !== 'closed' && (
          <Button variant="ghost" icon="close" onClick={() => closeListing(t, listing.id, onChange)}>
            {t(messages.closeListing)}
          </Button>
        )}
      </div>
      {side.can_become_squad && <MakeSquad listing={listing} />}
      {side.can_become_party && <MakeParty listing={listing} />}
      {isActive && isFilledBeyondSquad(listing, side) && (
        <Notice tone="gold" title={t(messages.tooManyPlayersTitle)}>
          {t(messages.tooManyPlayers)}
        </Notice>
      )}
      <h2 id="applicants">{t(messages.applicantsTitle)}</h2>
      <Applicants applicants={side.applicants} open={isActive} onChange={onChange} talk={talk} />
      {editing && <EditDialog listing={listing} onClose={() => setEditing(false)} onSaved={onChange} />}
    </section>
  );
}

function MakeSquad({ listing }: { listing: Listing }) {
  const t = useTranslator();
  const group = formatForPlayers(listing.needed_positions.length + 1);
  const createSquad = () => unwrap(browserApi().api.lfg.listings[':id'].squad.$post({ param: { id: listing.id } }));
  return (
    <MakeGroup group={group} icon="trophy" become={createSquad}>
      {t(messages.groupReady)}
    </MakeGroup>
  );
}

function MakeParty({ listing }: { listing: Listing }) {
  const t = useTranslator();
  const size = listing.needed_positions.length + 1;
  const createParty = () => unwrap(browserApi().api.lfg.listings[':id'].party.$post({ param: { id: listing.id } }));
  return (
    <MakeGroup group="party" icon="users" become={createParty}>
      {t(messages.partyReady, { size, missing: LARGEST_GROUP - size })}
    </MakeGroup>
  );
}

type MakeGroupProps = {
  group: GroupFormat | 'party';
  icon: IconName;
  become: () => Promise<{ message: string }>;
  children: ReactNode;
};

/** Offers to turn the listing's players into a group. */
function MakeGroup({ group, icon, become, children }: MakeGroupProps) {
  const t = useTranslator();
  const navigate = useNavigate();
  const createGroup = async () => {
    if (await attempt(become, ({ message }) => message, t(messages.makeGroupFailed, { group })))
      await navigate(paths.matches);
  };
  const button = (
    <Button size="sm" onClick={createGroup}>
      {t(messages.makeGroup, { group })}
    </Button>
  );
  return (
    <Notice tone="green" icon={icon} title={t(messages.groupReadyTitle, { group })} action={button}>
      {children}
    </Notice>
  );
}

/** Returns whether all seats are filled and the group, including the owner, is larger than a squad. */
function isFilledBeyondSquad(listing: Listing, side: ListingOwnerSide): boolean {
  const acceptedCount = side.applicants.filter((applicant) => applicant.status === 'accepted').length;
  return acceptedCount === listing.needed_positions.length && acceptedCount + 1 > LARGEST_GROUP;
}

function EditDialog({ listing, onClose, onSaved }: { listing: Listing; onClose: () => void; onSaved: () => void }) {
  const t = useTranslator();
  const [values, setValues] = useState(() => toFormValues(listing));
  const save = async (): Promise<Problem | undefined> => {
    const { boost: _, ...json } = toBody(values);
    try {
      await unwrap(browserApi().api.lfg.listings[':id'].$put({ param: { id: listing.id }, json }));
    } catch (error) {
      const message = toastRefusal(t, t(messages.saveFailed), error);
      return { message, field: error instanceof ApiError ? error.field : undefined };
    }
    showToast({ title: t(messages.listingSavedToast), tone: 'success' });
    onSaved();
    onClose();
    return undefined;
  };
  return (
    <Dialog open onClose={onClose} title={t(messages.editTitle)} size="lg">
      <ListingForm
        values={values}
        onChange={setValues}
        onSubmit={save}
        submitLabel={t(messages.save)}
        submittingLabel={t(messages.saving)}
        cancel={
          <Button variant="ghost" size="lg" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
        }
      />
    </Dialog>
  );
}
