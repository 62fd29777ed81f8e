import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import * as messages from '../site.messages.ts';

// Labels and synonyms of everything a player can ask for: English, then common Spanish, French and German words. Case,
// accents, hyphens and plural endings don't matter; * matches the rest of a word.

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

/** The purpose of a build: organized five-on-five, or the park, where everyone plays for themselves. */
const mode = {
  five: 'Five-on-five, 5v5, pro am, rec, cinco contra cinco, cinq contre cinq, fünf gegen fünf',
  park: 'Park, street, 1v1, 2v2, 3v3, parque, calle, parc, rue, straße, freiplatz',
};

export const VOCABULARY = { position, archetype, skill, level, mode };
export type EntryGroup = keyof typeof VOCABULARY;
export type ArchetypeId = keyof typeof archetype;
export type SkillId = keyof typeof skill;

/** Words that negate everything after them in their clause. */
export const NEGATIONS =
  "no, not, without, don't, doesn't, can't, cannot, isn't, never, hate, skip, less, instead of, neither, nor, sin, nada de, ni, menos, odio, nunca, sans, pas de, pas, ne, moins, aucun*, kein, keine, keinen, nicht, ohne, weniger, weder, hasse";
/** Words for the squad. Together with LACK_PATTERN, they mean that the squad lacks something. */
export const SQUAD_PATTERN =
  'squad, team, we, us, our, they, equipo, nos, nuestro, nuestra, necesitamos, équipe, nous, notre, wir, uns, unser*, mannschaft';
export const LACK_PATTERN =
  'need*, lack*, missing, short of, could use, looking for, necesita*, falta*, manque, manquons, besoin, brauchen, braucht, fehlt, fehlen';

const POSITION_LABELS: Record<Position, Message> = {
  PG: messages.positionPointGuard,
  SG: messages.positionShootingGuard,
  SF: messages.positionSmallForward,
  PF: messages.positionPowerForward,
  C: messages.positionCenter,
};
export const ARCHETYPE_LABELS: Record<ArchetypeId, Message> = {
  slasher: messages.archetypeSlasher,
  general: messages.archetypeGeneral,
  shooter: messages.archetypeShooter,
  lock: messages.archetypeLock,
  scorer: messages.archetypeScorer,
  stretch: messages.archetypeStretch,
  glass: messages.archetypeGlass,
  anchor: messages.archetypeAnchor,
  post: messages.archetypePost,
};
const LEVEL_LABELS: Record<CompetitiveLevel, Message> = {
  casual: messages.levelCasual,
  competitive: messages.levelCompetitive,
  elite: messages.levelElite,
};
const MODE_LABELS: Record<keyof typeof mode, Message> = { five: messages.modeFive, park: messages.modePark };

/** Returns a skill's name in the form used after a colon. */
export const getSkillName = (t: Translator, id: SkillId): string => t(messages.skillName, { skill: id });

/** Kinds of chips: a value from a group, or a skill that's wanted, ruled out, or missing in the squad. */
export const CHIP_KINDS = {
  position: messages.kindPosition,
  archetype: messages.kindArchetype,
  want: messages.kindWant,
  avoid: messages.kindAvoid,
  lack: messages.kindLack,
  level: messages.kindLevel,
  mode: messages.kindMode,
} as const satisfies Record<string, Message>;
export type ChipKind = keyof typeof CHIP_KINDS;
type About = { position: Position; archetype: ArchetypeId; want: SkillId; avoid: SkillId; lack: SkillId } & {
  level: CompetitiveLevel;
  mode: keyof typeof mode;
};
export type ChipId = { [Kind in ChipKind]: `${Kind}.${About[Kind]}` }[ChipKind];

const SKILL_LABELS = { want: messages.chipWant, avoid: messages.chipAvoid, lack: messages.chipLack } as const;
const isAboutSkill = (kind: ChipKind): kind is keyof typeof SKILL_LABELS => kind in SKILL_LABELS;
const LABELS: { [Kind in Exclude<ChipKind, keyof typeof SKILL_LABELS>]: Record<About[Kind], Message> } = {
  position: POSITION_LABELS,
  archetype: ARCHETYPE_LABELS,
  level: LEVEL_LABELS,
  mode: MODE_LABELS,
};
const chips = (Object.keys(CHIP_KINDS) as ChipKind[]).flatMap((kind) =>
  Object.keys(VOCABULARY[isAboutSkill(kind) ? 'skill' : kind]).map((about) => ({
    id: `${kind}.${about}` as ChipId,
    kind,
  })),
);
/** All chips, in menu order. */
export const CHIPS: readonly { id: ChipId; kind: ChipKind }[] = chips;
export const CHIP_IDS = chips.map(({ id }) => id) as [ChipId, ...ChipId[]];

const byId = new Map(CHIPS.map((chip) => [chip.id, chip]));
export const getChipKind = (id: ChipId): ChipKind => byId.get(id)!.kind;
export function getChipLabel(t: Translator, id: ChipId): string {
  const kind = getChipKind(id);
  const about = id.slice(kind.length + 1);
  if (isAboutSkill(kind)) return t(SKILL_LABELS[kind], { skill: about });
  return t((LABELS[kind] as Record<string, Message>)[about]!);
}

/** Returns the values of the chips of one kind, in order. */
export const listValues = <Kind extends ChipKind>(ids: readonly ChipId[], kind: Kind): About[Kind][] =>
  ids.filter((id) => getChipKind(id) === kind).map((id) => id.slice(kind.length + 1) as About[Kind]);

/**
 * Returns the chips that a chip can be changed to: others of its group, or the same skill as wanted, ruled out or
 * missing.
 */
export function listAlternatives(id: ChipId): readonly ChipId[] {
  const kind = getChipKind(id);
  if (!isAboutSkill(kind)) return CHIP_IDS.filter((other) => getChipKind(other) === kind);
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
