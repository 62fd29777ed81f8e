import { sql } from 'drizzle-orm';
import type { Deps } from '../../../server/deps.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import type { FlagKind, GameMode, Winner } from '../games/games.schema.ts';
import { createPlayingSquad, type PlayingSquad } from '../games/test-squads-at-play.ts';

type NewGame = {
  playedAt: Date;
  home: readonly Player[];
  /** Left out for unknown opponents. */
  away?: readonly Player[];
  winner?: Winner;
  mode?: GameMode;
  flag?: FlagKind;
  guests?: number;
  /** Whether the game counts at once; otherwise it waits for {@link RatedGames.confirm}. */
  confirmed?: boolean;
};

/** Creates games directly in the database, with any players on the sides of two squads. */
export class RatedGames {
  #number = 0;
  readonly #deps: Deps;
  readonly #home: PlayingSquad;
  readonly #away: PlayingSquad;

  private constructor(deps: Deps, home: PlayingSquad, away: PlayingSquad) {
    this.#deps = deps;
    this.#home = home;
    this.#away = away;
  }

  static async open(deps: Deps): Promise<RatedGames> {
    return new RatedGames(deps, await createPlayingSquad(deps), await createPlayingSquad(deps));
  }

  async createPlayers(count: number, profile: object = {}): Promise<Player[]> {
    const players: Player[] = [];
    for (let n = 0; n < count; n++) players.push(await makePlayer(this.#deps, profile));
    return players;
  }

  async play({ playedAt, home, away, winner = 1, mode = 'Rec', flag, guests = 0, confirmed = true }: NewGame) {
    const { db } = this.#deps;
    const id = crypto.randomUUID();
    const at = playedAt.toISOString();
    this.#number += 1;
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into games (id, session_id, squad_id, number, mode, state, version, ended_at, created_at)
        values (${id}, ${this.#home.sessionId}, ${this.#home.squadId}, ${this.#number}, ${mode}, 'reported', 1, ${at}, ${at})`);
      for (const [side, squad] of [this.#home, this.#away].slice(0, away ? 2 : 1).entries()) {
        await tx.execute(sql`
          insert into game_sides (game_id, side, squad_id, squad_name, crest_seed)
          values (${id}, ${side + 1}, ${squad.squadId}, ${`Squad ${side + 1}`}, 1)`);
      }
      await tx.execute(sql`
        insert into game_results (game_id, version, side, winner, guests_2, reported_at)
        values (${id}, 1, 1, ${winner}, ${guests}, ${at})`);
      const lineups = [home, away ?? []];
      for (const [index, lineup] of lineups.entries()) {
        for (const [seat, { userId }] of lineup.entries()) {
          await tx.execute(sql`
            insert into game_players (game_id, version, side, seat, user_id)
            values (${id}, 1, ${index + 1}, ${seat + 1}, ${userId})`);
        }
      }
      if (flag) {
        await tx.execute(sql`
          insert into game_flags (game_id, kind, count, created_at) values (${id}, ${flag}, 1, ${at})`);
      }
    });
    if (confirmed) await this.confirm(id);
    return id;
  }

  async confirm(id: string): Promise<void> {
    await this.#deps.db.execute(sql`update games set state = 'confirmed', confirmed_at = ended_at where id = ${id}`);
  }

  async void(id: string): Promise<void> {
    await this.#deps.db.execute(sql`update games set state = 'void', confirmed_at = null where id = ${id}`);
  }
}
