import { type AdviceWords, kilograms, listed, metric, rated } from './advice-words.wording.ts';
import { archetypeOf, BUDGET, LEAST_BUDGET } from './build-facts.rules.ts';

const attributes: AdviceWords['attributes'] = {
  layup: 'Double pas',
  dunk: 'Dunk en course',
  standing_dunk: 'Dunk arrêté',
  post: 'Jeu au poste',
  mid: 'Tir mi-distance',
  three: 'Tir à trois points',
  pass: 'Précision de passe',
  handle: 'Maniement de balle',
  ball_speed: 'Vitesse avec balle',
  perimeter: 'Défense extérieure',
  interior: 'Défense intérieure',
  steal: 'Interception',
  block: 'Contre',
  off_rebound: 'Rebond offensif',
  def_rebound: 'Rebond défensif',
  speed: 'Vitesse sans balle',
  lateral: 'Vitesse latérale',
  strength: 'Force',
};
const positions: AdviceWords['positions'] = {
  PG: 'meneur',
  SG: 'arrière',
  SF: 'ailier',
  PF: 'ailier fort',
  C: 'pivot',
};
const skills: AdviceWords['skills'] = {
  shooting: 'tir',
  three: 'tir à trois points',
  mid: 'tir mi-distance',
  finishing: 'finition',
  dunking: 'dunks',
  playmaking: 'création de jeu',
  passing: 'passe',
  handle: 'maniement de balle',
  defense: 'défense',
  perimeter: 'défense extérieure',
  rim: 'protection du cercle',
  steals: 'interceptions',
  rebounding: 'rebonds',
  speed: 'vitesse',
  strength: 'force',
  post: 'jeu au poste',
};
const levels: AdviceWords['levels'] = { casual: 'détente', competitive: 'compétitif', elite: 'élite' };
const jobs: AdviceWords['jobs'] = {
  PG: 'ta priorité est d’amener la balle au bon endroit au bon moment',
  SG: 'ta priorité est de punir l’aide côté faible',
  SF: 'ta priorité est de défendre sur le joueur le plus dangereux',
  PF: 'ta priorité est de relier la raquette et la ligne à trois points',
  C: 'ta priorité est de tenir la raquette des deux côtés',
};
const ideas: AdviceWords['ideas'] = {
  slasher: 'tu bats le premier défenseur et tu décides quand le deuxième arrive',
  general: 'les quatre autres ont des tirs plus faciles que seuls',
  shooter: 'tu écartes le jeu avant de toucher la balle',
  lock: 'tu leur enlèves la première option',
  scorer: 'tu sauves les attaques mal parties et tu tiens ton vis-à-vis',
  stretch: 'leur protecteur de cercle doit quitter le cercle',
  glass: 'une attaque de plus pour vous, une de moins pour eux',
  anchor: 'devant toi on peut tenter, parce que tu es derrière',
  post: 'tu marques dos au panier, et l’aide doit venir',
};
const names = (list: readonly string[], and = 'et') => listed(list, and);
const named = (list: readonly (keyof typeof positions)[], and = 'et') =>
  names(
    list.map((one) => positions[one]),
    and,
  );
const kept = { position: 'le poste', height: 'la taille', archetype: 'l’archétype', ruled_out: 'ce que tu as exclu' };

export const adviceInFrench: AdviceWords = {
  attributes,
  positions,
  skills,
  levels,
  ideas,
  jobs,
  title: (archetype, position) => `${archetype} · ${position}`,
  facts: {
    nothing_read: ({ before }) =>
      before
        ? 'Je n’ai rien trouvé sur un build dans ton message, alors voici de nouveau le dernier.'
        : 'Je n’ai rien trouvé sur un build dans ton message, alors voici un point de départ.',
    kept: ({ what }) => `Gardé d’avant : ${names(what.map((one) => kept[one]))}.`,
    position: ({ position, source }) =>
      ({
        said: `Tu as dit ${positions[position]} : ${jobs[position]}.`,
        profile: `Ton profil dit ${positions[position]} : ${jobs[position]}.`,
        dna: `Ton Crew DNA dit ${positions[position]} : ${jobs[position]}.`,
        squad: `Il faut ce poste à ton équipe : ${positions[position]} ; ${jobs[position]}.`,
        fits: `Tu n’as pas indiqué de poste, alors j’ai pris ${positions[position]} : ${jobs[position]}.`,
      })[source],
    other_positions: (fact) => `Tu as aussi dit ${named(fact.positions)}. Ce build est pour le premier poste nommé.`,
    mates: (fact) => `D’autres dans ton équipe jouent déjà ${named(fact.positions)}, comme tu l’as dit.`,
    not_positions: (fact) => `Pas ${named(fact.positions, 'ni')}, comme tu l’as dit.`,
    archetype: ({ archetype, source }) =>
      ({
        said: `Tu joues comme ${archetypeOf(archetype).name} : ${ideas[archetype]}.`,
        profile: `D’après ton profil, tu joues comme ${archetypeOf(archetype).name} : ${ideas[archetype]}.`,
        dna: `Ton Crew DNA va vers ${archetypeOf(archetype).name} : ${ideas[archetype]}.`,
        squad: `${archetypeOf(archetype).name} va avec ton équipe : ${ideas[archetype]}.`,
        fits: `Des builds de ce poste, ${archetypeOf(archetype).name} convient le mieux : ${ideas[archetype]}.`,
      })[source],
    archetype_conflict: ({ asked, used }) =>
      `${archetypeOf(asked).name} vit de ce que tu as exclu, alors ce sera ${archetypeOf(used).name} : ${ideas[used]}.`,
    archetype_unusual: ({ archetype, position }) =>
      `${archetypeOf(archetype).name} est rare comme ${positions[position]}. Certains plafonds liés à la taille jouent contre.`,
    height: ({ height, fit, low, high, source }) => {
      const range = `la fourchette habituelle va de ${metric(low)} à ${metric(high)}`;
      if (source === 'fits') return `${metric(height)} est le milieu pour ce poste : ${range}.`;
      const whose = source === 'profile' ? `${metric(height)}, comme dans ton profil,` : metric(height);
      if (fit === 'fits') return `${whose} convient : ${range}.`;
      return fit === 'short'
        ? `${whose} est petit pour ça : tu gardes la vitesse et perds des duels près du cercle ; ${range}.`
        : `${whose} est grand pour ça : tu vois au-dessus des autres et dribbles moins vite ; ${range}.`;
    },
    height_moved: ({ asked, used, position, better }) =>
      `Un ${positions[position]} ne peut pas mesurer ${metric(asked)} ici, alors ce build mesure ${metric(used)}.${better ? ` À ${metric(asked)} tu pourrais jouer ${positions[better]}.` : ''}`,
    other_heights: ({ heights }) =>
      `Tu as aussi donné une autre taille (${names(heights.map(metric))}). J’ai pris la première.`,
    weight: ({ weight, asked, change }) =>
      `${weight === asked ? kilograms(weight) : `${kilograms(asked)} ne vont pas avec cette taille ; j’ai pris ${kilograms(weight)}`} : ${
        {
          lighter: 'plus léger que d’habitude, donc plus vif et moins fort',
          heavier: 'plus lourd que d’habitude, donc plus fort et moins vif',
          usual: 'habituel pour cette taille',
        }[change]
      }.`,
    raised: ({ skill, motive, ratings }) =>
      `${
        {
          want: `Tu as demandé : ${skills[skill]}`,
          more: `Tu en veux plus : ${skills[skill]}`,
          weak: `Ton point faible : ${skills[skill]}`,
          lack: `Il manque à ton équipe : ${skills[skill]}`,
        }[motive]
      }. Donc : ${rated(ratings, attributes)}.`,
    capped: ({ attribute, cap, height }) =>
      `${attributes[attribute]} s’arrête à ${cap} : à ${metric(height)} et à ce poids, pas plus.`,
    unpaid: ({ attribute, rating }) => `${attributes[attribute]} reste à ${rating}, car il n’y a plus de points.`,
    ruled_out: (fact) => `Aucun point pour ${names(fact.attributes.map((one) => attributes[one]))}, comme tu l’as dit.`,
    lack_ruled_out: ({ skill }) =>
      `Il manque à ton équipe : ${skills[skill]}, et tu l’as exclu ; quelqu’un d’autre doit l’apporter.`,
    lowered: ({ ratings }) => `Moins, comme demandé : ${rated(ratings, attributes)}.`,
    covered: (fact) =>
      `D’autres dans ton équipe apportent ${names(fact.skills.map((one) => skills[one]))}, alors rien de plus n’y est allé.`,
    squad: ({ name, has, lacks }) =>
      `Dans ${name} les autres jouent ${has.length > 0 ? named(has) : 'encore nulle part'}${lacks.length > 0 ? ` ; avec ce build personne ne joue ${named(lacks, 'ou')}` : ' ; avec ce build chaque poste est pris'}.`,
    level: ({ level }) =>
      ({
        casual: 'Pour des parties détendues, les points sont répartis plus largement.',
        competitive: 'Pour des parties compétitives, les points suivent l’archétype.',
        elite: 'Au niveau élite le cœur monte plus haut, et le reste le paie.',
      })[level],
    mode: ({ mode }) =>
      mode === 'park'
        ? 'Au parc personne ne joue de systèmes pour toi : maniement et mi-distance passent avant le reste.'
        : 'À cinq contre cinq, chacun a un rôle, et ce build tient le sien.',
    budget: ({ spent, budget, left }) =>
      left > 0
        ? `${spent} points d’attribut sur ${budget} sont dépensés ; il en reste ${left}.`
        : `Les ${budget} points d’attribut sont tous dépensés.`,
    budget_moved: ({ asked, used }) =>
      `Un build a ici de ${LEAST_BUDGET} à ${BUDGET} points d’attribut, alors j’ai pris ${used} au lieu de ${asked}.`,
    corrected: ({ changes }) =>
      `Le modèle de langage a proposé quelque chose d’impossible ou que tu n’as pas demandé. Corrigé : ${changes.map(([id, was, is]) => `${attributes[id]} de ${was} à ${is}`).join(', ')}.`,
    over_budget: ({ cost, budget }) =>
      `Sa proposition coûtait ${cost} points, ${cost - budget} de trop, alors les valeurs les moins importantes ont baissé.`,
    filled: ({ points }) => `Sa proposition laissait ${points} points ; nos règles les ont attribués.`,
    badges: ({ badges }) => `Badges gagnés : ${names(badges)}.`,
    lowest: ({ ratings }) => `Il le paie avec ses valeurs les plus basses : ${rated(ratings, attributes)}.`,
    detail: ({ attribute, rating, cap, why }) =>
      `${attributes[attribute]} est à ${rating}, ${
        {
          cap: 'le plus que permettent cette taille et ce poids',
          ruled_out: 'parce que tu l’as exclu',
          lowered: `parce que tu en voulais moins ; ${cap} serait possible`,
          budget: `parce que les points sont allés à ce qui compte plus ici ; ${cap} serait possible`,
        }[why]
      }.`,
  },
  missing: {
    position: 'À quel poste tu veux jouer.',
    height: 'Quelle taille doit avoir le build.',
    lack: 'Ce qui manque à ton équipe, par exemple le tir ou la protection du cercle.',
  },
  next: {
    taller: 'Plus grand',
    shorter: 'Plus petit',
    more: (skill) => `Plus de ${skills[skill]}`,
    why: 'Pourquoi ?',
    points: 'Combien de points ?',
  },
};
