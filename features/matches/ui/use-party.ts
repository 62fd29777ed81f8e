import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';
import type { OwnParty } from '../parties/parties.schema.ts';
import { answerParty } from './answer-party.ts';

export type PartyChange = {
  start: () => Promise<void>;
  leave: () => Promise<void>;
  disband: () => Promise<void>;
  renewLink: () => Promise<void>;
  makeSquad: () => Promise<void>;
  uninvite: (id: string) => Promise<void>;
  answer: (partyId: string, action: 'accept' | 'decline') => Promise<void>;
};

const fetchParty = () => unwrap(browserApi().api.party.$get());

/** Manages the viewer's party and its actions. After each change it shows the state that the server returns. */
export function useParty(loaded: OwnParty, onChange: () => void) {
  const [own, setOwn] = useState(loaded);
  const [busy, setBusy] = useState<string>();
  useEffect(() => setOwn(loaded), [loaded]);

  async function doing(what: string, title: string | undefined, work: () => Promise<OwnParty>): Promise<void> {
    setBusy(what);
    const changed = await attempt(work, title, "Your party didn't change");
    if (changed) onChange();
    const now = changed ?? (await fetchParty().catch(() => undefined));
    if (now) setOwn(now);
    setBusy(undefined);
  }

  const api = () => browserApi().api.party;
  const change: PartyChange = {
    start: () => doing('start', 'Party started', () => unwrap(api().$post())),
    leave: () => doing('leave', 'You left the party', () => unwrap(api().leave.$post()).then(fetchParty)),
    disband: () => doing('disband', 'Party disbanded', () => unwrap(api().$delete()).then(fetchParty)),
    renewLink: () => doing('link', 'Your party has a new link', () => unwrap(api().link.$post())),
    makeSquad: () =>
      doing('squad', 'Your party is a squad now', () =>
        unwrap(browserApi().api.squads['from-party'].$post()).then(fetchParty),
      ),
    uninvite: (id) =>
      doing(id, 'Invitation withdrawn', () =>
        unwrap(api().invitations[':id'].$delete({ param: { id } })).then(fetchParty),
      ),
    answer: (id, action) => doing(`${action} ${id}`, undefined, () => answerParty(id, action)),
  };
  return { own, busy, change };
}
