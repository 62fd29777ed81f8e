import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../matches.messages.ts';
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
export function useParty(initialParty: OwnParty, onChange: () => void) {
  const t = useTranslator();
  const [own, setOwn] = useState(initialParty);
  const [busy, setBusy] = useState<string>();
  useEffect(() => setOwn(initialParty), [initialParty]);

  async function runChange(what: string, title: string | undefined, work: () => Promise<OwnParty>): Promise<void> {
    setBusy(what);
    const result = await attempt(work, title, t(messages.partyChangeError));
    if (result) onChange();
    const currentParty = result ?? (await fetchParty().catch(() => undefined));
    if (currentParty) setOwn(currentParty);
    setBusy(undefined);
  }

  const api = () => browserApi().api.party;
  const change: PartyChange = {
    start: () => runChange('start', t(messages.partyStarted), () => unwrap(api().$post())),
    leave: () => runChange('leave', t(messages.partyLeft), () => unwrap(api().leave.$post()).then(fetchParty)),
    disband: () => runChange('disband', t(messages.partyDisbanded), () => unwrap(api().$delete()).then(fetchParty)),
    renewLink: () => runChange('link', t(messages.partyLinkRenewed), () => unwrap(api().link.$post())),
    makeSquad: () =>
      runChange('squad', t(messages.partyBecameSquad), () =>
        unwrap(browserApi().api.squads['from-party'].$post()).then(fetchParty),
      ),
    uninvite: (id) =>
      runChange(id, t(messages.invitationWithdrawn), () =>
        unwrap(api().invitations[':id'].$delete({ param: { id } })).then(fetchParty),
      ),
    answer: (id, action) => runChange(`${action} ${id}`, undefined, () => answerParty(t, id, action)),
  };
  return { own, busy, change };
}
