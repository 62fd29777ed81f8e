import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import { readSmsConfig } from '../../../integrations/sms/sms.client.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { enqueueAccountEmail } from '../../accounts/account-emails.commands.ts';
import { consumeMessageAllowance, parseEmail, parseReachablePhone } from '../../accounts/contact-addresses.commands.ts';
import { redeemCode } from '../../accounts/one-time-codes.commands.ts';
import { hasOpenCode } from '../../accounts/one-time-codes.queries.ts';
import { enqueueAccountSms } from '../../accounts/phone-messages.commands.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import type { Visit } from '../../accounts/sessions/visits.commands.ts';
import * as messages from '../profiles.messages.ts';
import { findContactsRow, upsertConfirmedContact } from './contact-confirmation.queries.ts';
import { CONTACT_KINDS, type ContactKind, type OwnContact } from './contact-confirmation.schema.ts';

const PURPOSE = { email: 'contact_email', phone: 'contact_phone' } as const;

/** Normalizes an address for comparing and confirming it. @throws Refusal invalid when we can't send messages to it */
const normalizeContact = (kind: ContactKind, address: string) =>
  (kind === 'email' ? parseEmail : parseReachablePhone)(address);
/** Normalizes an address that may never have been validated. */
const normalizeLoosely = (kind: ContactKind, address: string) =>
  kind === 'email' ? address.toLowerCase() : address.replace(/^\+/, '');

type Contact = { named: string | null; confirmed: boolean; deliveredTo: string | null };

async function listContactsOf(db: Db, userId: string): Promise<Record<ContactKind, Contact>> {
  const row = await findContactsRow(db, userId);
  const describeContact = (kind: ContactKind): Contact => {
    const ownAddress = row?.[`named_${kind}`] || null;
    const account = row?.[`account_${kind}`] ?? null;
    const isConfirmed =
      ownAddress !== null &&
      [row?.[`confirmed_${kind}`], account?.toLowerCase()].includes(normalizeLoosely(kind, ownAddress));
    const accountContact = account && kind === 'phone' ? `+${account}` : account;
    return { named: ownAddress, confirmed: isConfirmed, deliveredTo: isConfirmed ? ownAddress : accountContact };
  };
  return { email: describeContact('email'), phone: describeContact('phone') };
}

/** Returns the addresses on the user's own profile, which of them are confirmed, and where messages are sent now. */
export async function getOwnContacts(deps: Deps, userId: string): Promise<OwnContact[]> {
  const contacts = await listContactsOf(deps.db, userId);
  return Promise.all(
    CONTACT_KINDS.map(async (kind) => {
      const { named, confirmed, deliveredTo: destination } = contacts[kind];
      const hasPendingCode =
        named !== null &&
        !confirmed &&
        (await hasOpenCode(deps.db, userId, {
          purpose: PURPOSE[kind],
          relatesTo: normalizeLoosely(kind, named),
          now: deps.now(),
        }));
      return { kind, address: named, confirmed, code_sent: hasPendingCode, goes_to: destination };
    }),
  );
}

/**
 * Returns the confirmed address of this kind on the user's own profile.
 * @throws Refusal conflict when there's no address or it isn't confirmed
 */
export async function findConfirmedContact(deps: Deps, userId: string, kind: ContactKind): Promise<string> {
  const { named, confirmed } = (await listContactsOf(deps.db, userId))[kind];
  if (!named) throw new Refusal('conflict', lazyText(messages.contactMissing, { kind, path: paths.onboarding }));
  if (confirmed) return named;
  throw new Refusal('conflict', lazyText(messages.contactNotConfirmed, { kind, path: paths.notificationSettings }));
}

/**
 * Sends a code to the address on the user's own profile. This is the only message an unconfirmed address gets.
 * Rate-limited by user, address and network.
 * @throws Refusal conflict when there's nothing to confirm, unavailable when sending isn't set up, too_many
 */
export async function sendContactCode(deps: Deps, actor: Actor, kind: ContactKind, visit: Visit): Promise<void> {
  const { named, confirmed } = (await listContactsOf(deps.db, actor.userId))[kind];
  if (!named) throw new Refusal('conflict', lazyText(messages.noContactToConfirm, { kind }));
  if (confirmed) throw new Refusal('conflict', lazyText(messages.alreadyConfirmed, { kind }));
  const sends = kind === 'email' ? deps.env.SMTP_URL : readSmsConfig(deps.env);
  if (!sends) throw new Refusal('unavailable', lazyText(messages.sendingNotSetUp, { kind }));
  const to = normalizeContact(kind, named);
  await consumeUserLimit(deps, 'contactCodes', actor.userId, (wait) => lazyText(messages.tooManyCodes, { wait }));
  await consumeMessageAllowance(
    deps,
    kind === 'email' ? { email: to, phone: null } : { email: null, phone: to },
    visit,
  );
  await deps.db.transaction(async (tx) => {
    if (kind === 'email') await enqueueAccountEmail(tx, deps, { kind: PURPOSE.email, userId: actor.userId, to });
    else await enqueueAccountSms(tx, deps, { purpose: PURPOSE.phone, userId: actor.userId, to });
  });
}

/**
 * Confirms the address the code was sent to, if it's still on the profile.
 * @throws Refusal invalid when the code is wrong, conflict when the profile has a different address now, too_many
 */
export async function confirmContact(deps: Deps, actor: Actor, kind: ContactKind, code: string): Promise<void> {
  const { userId } = actor;
  await consumeUserLimit(deps, 'contactGuesses', userId, (wait) => lazyText(messages.tooManyGuesses, { wait }));
  const outcome = await deps.db.transaction(async (tx) => {
    const row = await redeemCode(tx, deps, userId, { code, purposes: [PURPOSE[kind]] });
    if (!row) return 'wrong';
    const { named } = (await listContactsOf(tx, userId))[kind];
    if (!named || normalizeContact(kind, named) !== row.relatesTo) return 'changed';
    await upsertConfirmedContact(tx, { userId, kind, address: row.relatesTo, now: deps.now() });
    return 'confirmed';
  });
  if (outcome === 'wrong') {
    throw new Refusal('invalid', messages.codeWrong, 'code');
  }
  if (outcome === 'changed') {
    throw new Refusal('conflict', messages.addressChanged, 'code');
  }
}
