import { sql } from 'drizzle-orm';
import type { MoneyContext } from '../payments/test-money.ts';

/** An amount as a text describes it: a card refund, a payout to a seller, held money, or an unspecified movement. */
type MovedAmount = { account: 'refund' | 'seller' | 'held' | 'any'; cents: number };
/** An amount that a text describes as the total of these seats' fees, wherever they're paid. */
type FeeTotal = { roles: string[]; cents: number };
type Claim = MovedAmount | FeeTotal;

/** Matches a clause about what happens without an admin's decision. Its amounts aren't booked yet. */
const UNDECIDED_CLAUSE =
  /A moderator banned players on the team: (.+?)\. An admin will decide within \d+ days who gets paid\. If no one decides by then, we’ll pay the other players and refund the banned players’ share \(\$([\d.]+)\)\./g;

const AMOUNT_PATTERNS: [MovedAmount['account'], RegExp][] = [
  ['refund', /[Ww]e(?:['’]re|['’]ll| couldn['’]t)? refund(?:ed|ing)? \$([\d.]+)/g],
  ['refund', /\$([\d.]+) (?:of our refund|refunded)/g],
  ['refund', /refund of \$([\d.]+)/gi],
  ['seller', /[Ww]e (?:paid|sent) \$([\d.]+)/g],
  ['seller', /\$([\d.]+) to the (?:player|coach)/g],
  ['seller', /payout of \$([\d.]+)/gi],
  ['held', /\$([\d.]+) we hold/g],
];

const getCents = (amount: string) => Math.round(Number(amount) * 100);

/** Returns the amounts in a text, each with what the text claims about it. */
export function parseClaims(text: string): Claim[] {
  const claims: Claim[] = [];
  let remainder = text.replaceAll(UNDECIDED_CLAUSE, (_whole, roles: string, amount: string) => {
    claims.push({ roles: roles.split(' and '), cents: getCents(amount) });
    return '';
  });
  for (const [account, pattern] of AMOUNT_PATTERNS) {
    remainder = remainder.replaceAll(pattern, (_whole, amount: string) => {
      claims.push({ account, cents: getCents(amount.replace(/\.$/, '')) });
      return '';
    });
  }
  for (const [, amount] of remainder.matchAll(/\$(\d+(?:\.\d\d)?)/g)) {
    claims.push({ account: 'any', cents: getCents(amount!) });
  }
  return claims;
}

type Entry = { account: string; cents: number };
type Seat = { role: string; cents: number };

/** Returns whether each role has a filled seat and their fees add up to the claimed amount. */
function areFees({ roles, cents }: FeeTotal, seats: Seat[]): boolean {
  const openSeats = [...seats];
  const fees = roles.map((role) => {
    const index = openSeats.findIndex((seat) => seat.role === role);
    return index < 0 ? Number.NaN : openSeats.splice(index, 1)[0]!.cents;
  });
  return fees.reduce((sum, fee) => sum + fee, 0) === cents;
}

/** Returns whether one ledger entry, or an account's total so far, matches the claim. */
function isBooked({ account, cents }: MovedAmount, entries: Entry[]): boolean {
  if (cents === 0) return true;
  const fits = entries.filter((entry) => account === 'any' || entry.account === account);
  if (fits.some((entry) => Math.abs(entry.cents) === cents)) return true;
  // Team seats are paid one by one, a plan is refunded month by month, and part of a refund may be undone.
  const parts = fits.filter((entry) => entry.account === account).map((entry) => entry.cents);
  return hasSubsetWithSum(parts, cents);
}

function hasSubsetWithSum(parts: number[], total: number): boolean {
  if (total === 0) return true;
  const [first, ...rest] = parts;
  if (first === undefined) return false;
  return hasSubsetWithSum(rest, total - first) || hasSubsetWithSum(rest, total);
}

/** Returns sentences in histories and messages whose amounts have no matching ledger entry. */
export async function listUntrueAmounts({ deps }: MoneyContext): Promise<string[]> {
  const { rows: entries } = await deps.db.execute<Entry & { id: string }>(sql`
    select j.order_id as id, e.account, e.amount_cents::int as cents
      from ledger_journals j join ledger_entries e on e.journal_id = j.id`);
  const { rows: seats } = await deps.db.execute<Seat & { id: string }>(sql`
    select t.order_id as id, p.role, p.fee_cents as cents
      from team_build_players p join team_builds t on t.id = p.team_build_id where p.accepted and t.order_id is not null`);
  const { rows: noteRows } = await deps.db.execute<{ id: string; line: string }>(sql`
    select e.order_id::text as id, e.line from order_events e where e.line like '%$%'
    union
    select coalesce(b.order_id::text, substring(n.address from '/orders/([0-9a-f-]{36})')) as id, line
      from notification_outbox n cross join lateral jsonb_array_elements_text(to_jsonb(n.lines)) as line
      left join bookings b on n.address like '%' || b.id::text || '%'
     where line like '%$%'`);
  const byOrder = Map.groupBy(entries, ({ id }) => id);
  const seatsByOrder = Map.groupBy(seats, ({ id }) => id);
  const isTrue = (claim: Claim, id: string) =>
    'roles' in claim ? areFees(claim, seatsByOrder.get(id) ?? []) : isBooked(claim, byOrder.get(id) ?? []);
  return noteRows
    .filter(({ id, line }) => id && parseClaims(line).some((claim) => !isTrue(claim, id)))
    .map(({ id, line }) => `${id}: ${line}`);
}
