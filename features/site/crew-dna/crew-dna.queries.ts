import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { CrewDna } from './crew-dna.schema.ts';
import { crewDna } from './crew-dna.tables.ts';

export async function findCrewDna(db: Db, userId: string): Promise<CrewDna | null> {
  const [row] = await db.select().from(crewDna).where(eq(crewDna.userId, userId));
  if (!row) return null;
  const { userId: _, updatedAt: __, ...answers } = row;
  // The columns' check constraints guarantee that the values match the schema.
  return answers as CrewDna;
}

export async function saveCrewDna(db: Db, userId: string, answers: CrewDna, now: Date): Promise<void> {
  const row = { userId, ...answers, schedule: [...new Set(answers.schedule)], updatedAt: now };
  await db.insert(crewDna).values(row).onConflictDoUpdate({ target: crewDna.userId, set: row });
}
