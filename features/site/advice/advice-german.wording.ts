import { type AdviceWords, kilograms, listed, metric, rated } from './advice-words.wording.ts';
import { archetypeOf, BUDGET, LEAST_BUDGET } from './build-facts.rules.ts';

const attributes: AdviceWords['attributes'] = {
  layup: 'Korbleger',
  dunk: 'Dunk aus dem Lauf',
  standing_dunk: 'Dunk aus dem Stand',
  post: 'Postspiel',
  mid: 'Mitteldistanz',
  three: 'Dreier',
  pass: 'Passgenauigkeit',
  handle: 'Ballhandling',
  ball_speed: 'Tempo mit Ball',
  perimeter: 'Verteidigung draußen',
  interior: 'Verteidigung innen',
  steal: 'Ballgewinn',
  block: 'Block',
  off_rebound: 'Offensivrebound',
  def_rebound: 'Defensivrebound',
  speed: 'Tempo ohne Ball',
  lateral: 'Seitwärtstempo',
  strength: 'Kraft',
};
const positions: AdviceWords['positions'] = {
  PG: 'Point Guard',
  SG: 'Shooting Guard',
  SF: 'Small Forward',
  PF: 'Power Forward',
  C: 'Center',
};
const skills: AdviceWords['skills'] = {
  shooting: 'Wurf',
  three: 'Dreier',
  mid: 'Mitteldistanz',
  finishing: 'Abschluss',
  dunking: 'Dunks',
  playmaking: 'Playmaking',
  passing: 'Passspiel',
  handle: 'Ballhandling',
  defense: 'Verteidigung',
  perimeter: 'Verteidigung draußen',
  rim: 'Ringschutz',
  steals: 'Ballgewinne',
  rebounding: 'Rebounds',
  speed: 'Tempo',
  strength: 'Kraft',
  post: 'Postspiel',
};
const levels: AdviceWords['levels'] = { casual: 'entspannt', competitive: 'kompetitiv', elite: 'Elite' };
const jobs: AdviceWords['jobs'] = {
  PG: 'deine wichtigste Aufgabe ist, den Ball rechtzeitig an die richtige Stelle zu bringen',
  SG: 'deine wichtigste Aufgabe ist, Hilfe von der schwachen Seite zu bestrafen',
  SF: 'deine wichtigste Aufgabe ist, den gefährlichsten Gegner zu verteidigen',
  PF: 'deine wichtigste Aufgabe ist, Zone und Dreierlinie zu verbinden',
  C: 'deine wichtigste Aufgabe ist, die Zone an beiden Enden zu beherrschen',
};
const ideas: AdviceWords['ideas'] = {
  slasher: 'du schlägst den ersten Verteidiger und entscheidest, wenn der zweite kommt',
  general: 'die anderen vier bekommen leichtere Würfe als allein',
  shooter: 'du machst das Feld weit, bevor du den Ball hast',
  lock: 'du nimmst ihnen die erste Option',
  scorer: 'du rettest Angriffe, die schiefgingen, und hältst deinen Gegenspieler',
  stretch: 'ihr Ringbeschützer muss vom Ring weg',
  glass: 'ein Angriff mehr für euch, einer weniger für sie',
  anchor: 'vor dir darf man riskieren, weil du dahinter stehst',
  post: 'du punktest mit dem Rücken zum Korb, und sie müssen helfen',
};
const names = (list: readonly string[], and = 'und') => listed(list, and);
const named = (list: readonly (keyof typeof positions)[], and = 'und') =>
  names(
    list.map((one) => positions[one]),
    and,
  );
const kept = { position: 'Position', height: 'Größe', archetype: 'Archetyp', ruled_out: 'was du ausgeschlossen hast' };

export const adviceInGerman: AdviceWords = {
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
        ? 'Darin habe ich nichts über einen Build gefunden, also zeige ich dir noch einmal den letzten.'
        : 'Darin habe ich nichts über einen Build gefunden, also hier ein Startpunkt.',
    kept: ({ what }) => `Von vorhin geblieben: ${names(what.map((one) => kept[one]))}.`,
    position: ({ position, source }) =>
      ({
        said: `Du hast ${positions[position]} gesagt: ${jobs[position]}.`,
        profile: `Dein Profil sagt ${positions[position]}: ${jobs[position]}.`,
        dna: `Deine Crew DNA sagt ${positions[position]}: ${jobs[position]}.`,
        squad: `Deine Squad braucht diese Position: ${positions[position]}; ${jobs[position]}.`,
        fits: `Du hast keine Position genannt, also habe ich ${positions[position]} gewählt: ${jobs[position]}.`,
      })[source],
    other_positions: (fact) =>
      `Du hast auch ${named(fact.positions)} genannt. Dieser Build ist für die zuerst genannte Position.`,
    mates: (fact) => `Andere in deiner Squad spielen schon ${named(fact.positions)}, wie du gesagt hast.`,
    not_positions: (fact) => `Nicht ${named(fact.positions, 'oder')}, wie du gesagt hast.`,
    archetype: ({ archetype, source }) =>
      ({
        said: `Du spielst als ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        profile: `Laut deinem Profil spielst du als ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        dna: `Deine Crew DNA spricht für ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        squad: `${archetypeOf(archetype).name} passt zu deiner Squad: ${ideas[archetype]}.`,
        fits: `Von den Builds für diese Position passt ${archetypeOf(archetype).name} am besten: ${ideas[archetype]}.`,
      })[source],
    archetype_conflict: ({ asked, used }) =>
      `${archetypeOf(asked).name} lebt von dem, was du ausgeschlossen hast, also wird es ${archetypeOf(used).name}: ${ideas[used]}.`,
    archetype_unusual: ({ archetype, position }) =>
      `${archetypeOf(archetype).name} ist als ${positions[position]} selten. Bei dieser Größe stehen dem einige Obergrenzen im Weg.`,
    height: ({ height, fit, low, high, source }) => {
      const range = `üblich sind ${metric(low)} bis ${metric(high)}`;
      if (source === 'fits') return `${metric(height)} ist die Mitte für diese Position: ${range}.`;
      const whose = source === 'profile' ? `${metric(height)}, wie in deinem Profil,` : metric(height);
      if (fit === 'fits') return `${whose} passt: ${range}.`;
      return fit === 'short'
        ? `${whose} ist klein dafür: du bleibst schnell und verlierst Zweikämpfe am Ring; ${range}.`
        : `${whose} ist groß dafür: du siehst über andere hinweg und dribbelst langsamer; ${range}.`;
    },
    height_moved: ({ asked, used, position, better }) =>
      `${positions[position]} geht hier nicht mit ${metric(asked)}, also ist dieser Build ${metric(used)} groß.${better ? ` Mit ${metric(asked)} könntest du ${positions[better]} spielen.` : ''}`,
    other_heights: ({ heights }) =>
      `Du hast auch eine andere Größe genannt (${names(heights.map(metric))}). Ich habe die erste genommen.`,
    weight: ({ weight, asked, change }) =>
      `${weight === asked ? kilograms(weight) : `${kilograms(asked)} passen nicht zu dieser Größe; ich habe ${kilograms(weight)} genommen`}: ${
        {
          lighter: 'leichter als üblich, also schneller und schwächer',
          heavier: 'schwerer als üblich, also stärker und langsamer',
          usual: 'üblich für diese Größe',
        }[change]
      }.`,
    raised: ({ skill, motive, ratings }) =>
      `${
        {
          want: `Gewünscht: ${skills[skill]}`,
          more: `Mehr gewünscht: ${skills[skill]}`,
          weak: `Deine Schwäche: ${skills[skill]}`,
          lack: `Das fehlt deiner Squad: ${skills[skill]}`,
        }[motive]
      }. Dafür: ${rated(ratings, attributes)}.`,
    capped: ({ attribute, cap, height }) =>
      `${attributes[attribute]} endet bei ${cap}: mehr geht mit ${metric(height)} und diesem Gewicht nicht.`,
    unpaid: ({ attribute, rating }) =>
      `${attributes[attribute]} bleibt bei ${rating}, weil keine Punkte mehr übrig sind.`,
    ruled_out: (fact) =>
      `Keine Punkte für ${names(fact.attributes.map((one) => attributes[one]))}, wie du gesagt hast.`,
    lack_ruled_out: ({ skill }) =>
      `Deiner Squad fehlt ${skills[skill]}, und du hast es ausgeschlossen: das muss jemand anders bringen.`,
    lowered: ({ ratings }) => `Weniger, wie gewünscht: ${rated(ratings, attributes)}.`,
    covered: (fact) =>
      `Andere in deiner Squad bringen ${names(fact.skills.map((one) => skills[one]))} mit, also ging dorthin nichts extra.`,
    squad: ({ name, has, lacks }) =>
      `In ${name} spielen andere ${has.length > 0 ? named(has) : 'noch keine Position'}${lacks.length > 0 ? `; mit diesem Build spielt niemand ${named(lacks, 'oder')}` : '; mit diesem Build ist jede Position besetzt'}.`,
    level: ({ level }) =>
      ({
        casual: 'Für entspannte Spiele sind die Punkte breiter verteilt.',
        competitive: 'Für kompetitive Spiele folgen die Punkte dem Archetyp.',
        elite: 'Auf Elite-Niveau geht der Kern höher, und der Rest bezahlt dafür.',
      })[level],
    mode: ({ mode }) =>
      mode === 'park'
        ? 'Im Park läuft niemand Spielzüge für dich: Ballhandling und Mitteldistanz kommen vor dem Rest.'
        : 'Fünf gegen fünf hat jeder eine Aufgabe, und dieser Build macht seine.',
    budget: ({ spent, budget, left }) =>
      left > 0
        ? `${spent} von ${budget} Attributspunkten sind vergeben; ${left === 1 ? 'einer ist' : `${left} sind`} übrig.`
        : `Alle ${budget} Attributspunkte sind vergeben.`,
    budget_moved: ({ asked, used }) =>
      `Ein Build hat hier ${LEAST_BUDGET} bis ${BUDGET} Attributspunkte, also habe ich ${used} statt ${asked} genommen.`,
    corrected: ({ changes }) =>
      `Das Sprachmodell hat etwas vorgeschlagen, das nicht geht oder nicht gewünscht war. Korrigiert: ${changes.map(([id, was, is]) => `${attributes[id]} ${was} auf ${is}`).join(', ')}.`,
    over_budget: ({ cost, budget }) =>
      `Sein Vorschlag kostete ${cost} Punkte, ${cost - budget} zu viel, also sanken die unwichtigsten Werte.`,
    filled: ({ points }) => `Sein Vorschlag ließ ${points} Punkte übrig; unsere Regeln haben sie vergeben.`,
    badges: ({ badges }) => `Diese Badges verdient er: ${names(badges)}.`,
    lowest: ({ ratings }) => `Bezahlt wird das mit den niedrigsten Werten: ${rated(ratings, attributes)}.`,
    detail: ({ attribute, rating, cap, why }) =>
      `${attributes[attribute]} steht bei ${rating}, ${
        {
          cap: 'mehr erlauben Größe und Gewicht nicht',
          ruled_out: 'weil du es ausgeschlossen hast',
          lowered: `weil du weniger wolltest; möglich wären ${cap}`,
          budget: `weil die Punkte dorthin gingen, wo sie hier mehr zählen; möglich wären ${cap}`,
        }[why]
      }.`,
  },
  missing: {
    position: 'Welche Position du spielen willst.',
    height: 'Wie groß der Build sein soll.',
    lack: 'Was deiner Squad fehlt, zum Beispiel Wurf oder Ringschutz.',
  },
  next: {
    taller: 'Mach ihn größer',
    shorter: 'Mach ihn kleiner',
    more: (skill) => `Mehr ${skills[skill]}`,
    why: 'Warum?',
    points: 'Wie viele Punkte habe ich?',
  },
};
