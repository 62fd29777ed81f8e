/**
 * The constants of the rating model. Changing one changes every rating, so raise {@link RATING_VERSION} with it: stored
 * snapshots of another version are refused and everything is rated again.
 */
export const RATING_VERSION = 1;

/** Mean of a player without games or a typed rating. */
export const START_MU = 25;
/** Uncertainty of a new player, which time away never exceeds. */
export const START_SIGMA = 25 / 3;

/**
 * Settings of the Plackett–Luce update. openskill's defaults move too slowly for sides of five, where a game says little
 * about one player. `npm run bench -- competition` holds these against simulated seasons.
 */
export const UPDATE = { beta: 25 / 24, tau: 25 / 300, gamma: 1.6, kappa: 1e-4 } as const;

/** How much a side's performance varies from game to game, for predictions. */
export const PERFORMANCE_SIGMA = 25 / 6;

/** Number of days away that don't reduce the certainty. */
export const GRACE_DAYS = 7;
/** Variance added by each further day away. After a year, a regular player's certainty bar is half full. */
export const VARIANCE_PER_DAY_AWAY = 0.03;
/** Variance added at the start of a season (the soft reset). Means don't change. */
export const VARIANCE_PER_SEASON = 2;

/** Rated games until a tier is shown, and games in a season until a player is in its table. */
export const PLACEMENT_GAMES = 5;
/** Rated games per day between the same two rosters. */
export const DAILY_GAMES_PER_PAIRING = 3;
/** Maximum number of players on a side, including guests. */
export const MAX_SIDE = 5;
