import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Refusal } from '../../server/refusal.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { verifySeller } from '../payments/payments.factory.ts';
import type { MoneyContext } from '../payments/test-money.ts';
import { makeCoach, makeSeller } from './bookings.factory.ts';
import { runCommand } from './test-booking-model-commands.ts';
import { type BookingModelRun, type Cast, type Command, KINDS, type Kind } from './test-booking-model-types.ts';

const TIERS = ['PRICE_7G_ROLE', 'PRICE_7G_LOCK', 'PRICE_7G_ELITE'] as const;

/** Creates the people of a model run: buyers, verified sellers of every tier, a coach and an admin. */
export async function createCast(context: MoneyContext): Promise<Cast> {
  const { deps } = context;
  const buyers = [await makeUser(deps), await makeUser(deps), await makeUser(deps)];
  // Buyers also join teams, so they need payout accounts.
  for (const { userId } of buyers) await verifySeller(deps, userId);
  return {
    buyers,
    sellers: [
      await makeSeller(deps, { priceId: TIERS[0] }),
      await makeSeller(deps, { priceId: TIERS[1] }),
      await makeSeller(deps, { priceId: TIERS[2] }),
    ],
    admin: await makeAdmin(deps),
    coach: await makeCoach(deps),
  };
}

/** Replaces erased users with new ones. */
async function refreshCast({ context, cast }: BookingModelRun): Promise<void> {
  const { deps } = context;
  const { rows } = await deps.db.execute<{ id: string }>(sql`select id from auth.users`);
  const ids = new Set(rows.map(({ id }) => id));
  const isErased = ({ userId }: { userId: string }) => !ids.has(userId);
  for (const [index, buyer] of cast.buyers.entries()) {
    if (!isErased(buyer)) continue;
    cast.buyers[index] = await makeUser(deps);
    await verifySeller(deps, cast.buyers[index].userId);
  }
  for (const [index, seller] of cast.sellers.entries()) {
    if (isErased(seller)) cast.sellers[index] = await makeSeller(deps, { priceId: TIERS[index]! });
  }
  if (isErased(cast.coach)) cast.coach = await makeCoach(deps);
}

const smallNumber = fc.nat({ max: 1_000 });
/**
 * Generates one command of a model run: its kind, three numbers that pick people and objects, and optionally the point
 * at which the process crashes.
 */
export const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.oneof(...Object.entries(KINDS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) }))),
  a: smallNumber,
  b: smallNumber,
  c: smallNumber,
  crash: fc.option(fc.record({ step: fc.integer({ min: 1, max: 30 }), afterIt: fc.boolean() }), { freq: 3 }),
});

/** Runs one command. Refusals and simulated crashes are expected; anything else is a bug. */
export async function performCommand(run: BookingModelRun, command: Command): Promise<void> {
  const { context } = run;
  const { crash } = command;
  const process = crash ? context.createCrashing(crash.step, crash.afterIt) : undefined;
  try {
    await runCommand(run, process?.deps ?? context.deps, command);
    run.done[command.kind] = (run.done[command.kind] ?? 0) + 1;
  } catch (error) {
    if (!process?.hasCrashed() && !(error instanceof Refusal)) throw error;
  }
  if (process?.hasCrashed()) run.crashes += 1;
  if (command.kind === 'erase' || command.kind === 'eraseSeated') await refreshCast(run);
  if (command.kind === 'buy') {
    const { rows } = await context.deps.db.execute<{ id: string }>(
      sql`select id from orders where created_at = ${context.now().toISOString()}`,
    );
    for (const row of rows) run.orders.add(row.id);
  }
}
