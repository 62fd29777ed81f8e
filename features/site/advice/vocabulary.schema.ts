import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';

// One entry per thing a player can ask for: its label first, then synonyms, English before the usual Spanish, French
// and German words. Case, accents, hyphens and a plural ending don't matter; * stands for the rest of a word.

const position: Record<Position, string> = {
  PG: 'Point guard, pg, lead guard, base, armador, meneur, meneuse, aufbau, aufbauspieler',
  SG: 'Shooting guard, sg, two guard, off guard, escolta, arrière',
  SF: 'Small forward, sf, wing, alero, ailier, flügel, flügelspieler',
  PF: 'Power forward, pf, ala pívot, ailier fort, großer flügel',
  C: 'Center, c, centre, big man, pívot, centro, pivot, brettcenter',
};

const archetype = {
  slasher: 'Slashing Playmaker, slasher, slashing, driver, finisher, penetrador, pénétrateur, finisseur, korbzieher',
  general: 'Floor General, playmaker, passer, facilitator, pass first, organizador, organisateur, passeur, spielmacher',
  shooter:
    'Sharpshooter, shooter, sniper, spot up, tirador, francotirador, triplista, tireur, shooteur, schütze, scharfschütze, werfer',
  lock: 'Perimeter Lock, lock, lockdown, stopper, defender, defensor, candado, défenseur, stoppeur, verteidiger, kettenhund',
  scorer: 'Two-Way Scorer, scorer, two way, shot creator, iso, bucket getter, anotador, scoreur, marqueur, allrounder',
  stretch:
    'Stretch Big, stretch, stretch four, stretch five, pick and pop, shooting big, pívot abierto, pivot shooteur, werfender center',
  glass: 'Glass Cleaner, rebounder, board man, reboteador, rebondeur, reboundmaschine',
  anchor:
    'Paint Anchor, paint beast, anchor, rim protector, shot blocker, protector del aro, taponador, protecteur de cercle, contreur, ringbeschützer, shotblocker',
  post: 'Post Scorer, post player, low post, back to the basket, jugador de poste, poste bas, postspieler',
};

const skill = {
  shooting: 'Shooting, shoot, shot, spacing, jumper, jump shot, tiro, tirar, tir, tirer, adresse, wurf, würfe, werfen',
  three:
    'Three-pointers, three, 3 pointer, 3pt, three point shot, three point shooting, from deep, triple, tiro de tres, trois points, tir à trois points, dreier',
  mid: 'Mid-range, mid range shot, middy, fadeaway, media distancia, mi distance, mitteldistanz, halbdistanz',
  finishing:
    'Finishing, finish, layup, drive, driving, bandeja, penetración, finition, lay up, pénétration, abschluss, korbleger',
  dunking: 'Dunks, dunk, dunking, poster, mate, clavada, volcada, smash, dunken',
  playmaking: 'Playmaking, assist, ball movement, creación, asistencia, création, passe décisive, spielaufbau, vorlage',
  passing: 'Passing, pass, passes, vision, pase, pasar, visión, passe, pässe, passspiel, zuspiel',
  handle: 'Ball handling, handle, dribble, dribbling, ball control, manejo, bote, regate, maniement, ballkontrolle',
  defense: 'Defense, defence, defend, defending, guarding, defensa, défense, verteidigung, abwehr',
  perimeter:
    'Perimeter defense, perimeter, on ball defense, defensa perimetral, défense extérieure, flügelverteidigung',
  rim: 'Rim protection, protect the rim, block, blocking, shot blocking, interior defense, paint defense, tapón, tapones, protección del aro, contres, protection du cercle, ringschutz',
  steals: 'Steals, steal, robo, interception, ballgewinn, ballgewinne',
  rebounding: 'Rebounding, rebound, boards, glass, rebote, tablero, rebond, rebounden',
  speed: 'Speed, fast, quick, quickness, pace, velocidad, rápido, vitesse, rapide, tempo, schnell*, geschwindigkeit',
  strength: 'Strength, muscle, physicality, fuerza, físico, force, puissance, kraft, stärke, physis',
  post: 'Post moves, post up, post game, post control, in the post, juego al poste, jeu au poste, dos au panier, postspiel',
};

const level: Record<CompetitiveLevel, string> = {
  casual: 'Casual, for fun, chill, por diversión, relajado, pour le fun, détente, zum spaß, locker',
  competitive: 'Competitive, ranked, serious, sweaty, competitivo, compétitif, classé, kompetitiv, ehrgeizig',
  elite: 'Elite, tournament, league play, torneo, liga, tournoi, ligue, turnier',
};

/** What a build is for: organized five-on-five, or the park, where everyone plays for themselves. */
const mode = {
  five: 'Five-on-five, 5v5, pro am, rec, cinco contra cinco, cinq contre cinq, fünf gegen fünf',
  park: 'Park, street, 1v1, 2v2, 3v3, parque, calle, parc, rue, straße, freiplatz',
};

export const VOCABULARY = { position, archetype, skill, level, mode };
export type EntryGroup = keyof typeof VOCABULARY;
export type ArchetypeId = keyof typeof archetype;
export type SkillId = keyof typeof skill;

/** Words that turn what follows in the same part of a sentence: none of it. */
export const NEGATIONS =
  "no, not, without, don't, doesn't, can't, cannot, isn't, never, hate, skip, less, instead of, neither, nor, sin, nada de, ni, menos, odio, nunca, sans, pas de, pas, ne, moins, aucun*, kein, keine, keinen, nicht, ohne, weniger, weder, hasse";
/** Words for the squad, and words that say what's missing: together, the squad lacks it. */
export const SQUAD_PATTERN =
  'squad, team, we, us, our, they, equipo, nos, nuestro, nuestra, necesitamos, équipe, nous, notre, wir, uns, unser*, mannschaft';
export const LACK_PATTERN =
  'need*, lack*, missing, short of, could use, looking for, necesita*, falta*, manque, manquons, besoin, brauchen, braucht, fehlt, fehlen';

const labelFrom = (words: string) => words.slice(0, words.indexOf(','));
export const getEntryLabel = (group: EntryGroup, id: string): string =>
  labelFrom((VOCABULARY[group] as Record<string, string>)[id]!);

/** What a chip says: one value of these groups, or a skill that's wanted, ruled out, or missing in the squad. */
export const CHIP_KINDS = {
  position: 'Position',
  archetype: 'Archetype',
  want: 'More of',
  avoid: 'None of',
  lack: 'Your squad lacks',
  level: 'Level',
  mode: 'Where you play',
} as const;
export type ChipKind = keyof typeof CHIP_KINDS;
type About = { position: Position; archetype: ArchetypeId; want: SkillId; avoid: SkillId; lack: SkillId } & {
  level: CompetitiveLevel;
  mode: keyof typeof mode;
};
export type ChipId = { [Kind in ChipKind]: `${Kind}.${About[Kind]}` }[ChipKind];

const SKILL_LABELS = { want: 'More', avoid: 'No', lack: 'Squad lacks' } as const;
const isAboutSkill = (kind: ChipKind): kind is keyof typeof SKILL_LABELS => kind in SKILL_LABELS;
const chips = (Object.keys(CHIP_KINDS) as ChipKind[]).flatMap((kind) =>
  Object.entries<string>(VOCABULARY[isAboutSkill(kind) ? 'skill' : kind]).map(([about, words]) => ({
    id: `${kind}.${about}` as ChipId,
    kind,
    label: isAboutSkill(kind) ? `${SKILL_LABELS[kind]} ${labelFrom(words).toLowerCase()}` : labelFrom(words),
  })),
);
/** Every chip there is, in the order of the menu. */
export const CHIPS: readonly { id: ChipId; kind: ChipKind; label: string }[] = chips;
export const CHIP_IDS = chips.map(({ id }) => id) as [ChipId, ...ChipId[]];

const byId = new Map(CHIPS.map((chip) => [chip.id, chip]));
export const kindOf = (id: ChipId): ChipKind => byId.get(id)!.kind;
export const getChipLabel = (id: ChipId): string => byId.get(id)!.label;

/** Returns what the chips of one kind are about, in their order. */
export const listValues = <Kind extends ChipKind>(ids: readonly ChipId[], kind: Kind): About[Kind][] =>
  ids.filter((id) => kindOf(id) === kind).map((id) => id.slice(kind.length + 1) as About[Kind]);

/** Returns the chips that can take a chip's place: others of its group, or the same skill said differently. */
export function listAlternatives(id: ChipId): readonly ChipId[] {
  const kind = kindOf(id);
  if (!isAboutSkill(kind)) return CHIP_IDS.filter((other) => kindOf(other) === kind);
  const [about] = listValues([id], kind);
  return (['want', 'avoid', 'lack'] as const).map((other): ChipId => `${other}.${about!}`);
}

/** The limits of the sliders. */
export const NUMBER_LIMITS = {
  height_cm: { min: 175, max: 224 },
  weight_lb: { min: 117, max: 309 },
  budget: { min: 400, max: 1000 },
} as const;
export type NumberName = keyof typeof NUMBER_LIMITS;
export const NUMBER_NAMES = Object.keys(NUMBER_LIMITS) as NumberName[];
