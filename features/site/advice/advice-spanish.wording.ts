import { type AdviceWords, kilograms, listed, metric, rated } from './advice-words.wording.ts';
import { archetypeOf, BUDGET, LEAST_BUDGET } from './build-facts.rules.ts';

const attributes: AdviceWords['attributes'] = {
  layup: 'Bandeja',
  dunk: 'Mate en carrera',
  standing_dunk: 'Mate parado',
  post: 'Juego al poste',
  mid: 'Media distancia',
  three: 'Tiro de tres',
  pass: 'Precisión de pase',
  handle: 'Manejo de balón',
  ball_speed: 'Velocidad con balón',
  perimeter: 'Defensa perimetral',
  interior: 'Defensa interior',
  steal: 'Robo',
  block: 'Tapón',
  off_rebound: 'Rebote ofensivo',
  def_rebound: 'Rebote defensivo',
  speed: 'Velocidad sin balón',
  lateral: 'Velocidad lateral',
  strength: 'Fuerza',
};
const positions: AdviceWords['positions'] = { PG: 'base', SG: 'escolta', SF: 'alero', PF: 'ala-pívot', C: 'pívot' };
const skills: AdviceWords['skills'] = {
  shooting: 'tiro',
  three: 'triples',
  mid: 'media distancia',
  finishing: 'finalización',
  dunking: 'mates',
  playmaking: 'creación de juego',
  passing: 'pase',
  handle: 'manejo de balón',
  defense: 'defensa',
  perimeter: 'defensa perimetral',
  rim: 'protección del aro',
  steals: 'robos',
  rebounding: 'rebotes',
  speed: 'velocidad',
  strength: 'fuerza',
  post: 'juego al poste',
};
const levels: AdviceWords['levels'] = { casual: 'casual', competitive: 'competitivo', elite: 'élite' };
const jobs: AdviceWords['jobs'] = {
  PG: 'tu prioridad es llevar el balón al sitio justo a tiempo',
  SG: 'tu prioridad es castigar las ayudas del lado débil',
  SF: 'tu prioridad es defender a quien más daño hace',
  PF: 'tu prioridad es unir la pintura y la línea de tres',
  C: 'tu prioridad es mandar en la pintura en los dos lados',
};
const ideas: AdviceWords['ideas'] = {
  slasher: 'superas al primer defensor y decides cuando llega el segundo',
  general: 'los otros cuatro tienen tiros más fáciles que solos',
  shooter: 'abres la pista antes de tocar el balón',
  lock: 'les quitas la primera opción',
  scorer: 'salvas ataques que salieron mal y defiendes a tu par',
  stretch: 'su protector del aro tiene que salir del aro',
  glass: 'un ataque más para vosotros, uno menos para ellos',
  anchor: 'delante de ti se puede arriesgar, porque tú estás detrás',
  post: 'anotas de espaldas al aro y tienen que ayudar',
};
const names = (list: readonly string[], and = 'y') => listed(list, and);
const named = (list: readonly (keyof typeof positions)[], and = 'y') =>
  names(
    list.map((one) => positions[one]),
    and,
  );
const kept = {
  position: 'la posición',
  height: 'la altura',
  archetype: 'el arquetipo',
  ruled_out: 'lo que descartaste',
};

export const adviceInSpanish: AdviceWords = {
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
        ? 'No he encontrado nada sobre una build en tu mensaje, así que aquí tienes otra vez la última.'
        : 'No he encontrado nada sobre una build en tu mensaje, así que aquí tienes un punto de partida.',
    kept: ({ what }) => `Mantengo de antes: ${names(what.map((one) => kept[one]))}.`,
    position: ({ position, source }) =>
      ({
        said: `Has dicho ${positions[position]}: ${jobs[position]}.`,
        profile: `Tu perfil dice ${positions[position]}: ${jobs[position]}.`,
        dna: `Tu Crew DNA dice ${positions[position]}: ${jobs[position]}.`,
        squad: `Tu equipo necesita un ${positions[position]}: ${jobs[position]}.`,
        fits: `No has dicho ninguna posición, así que he elegido ${positions[position]}: ${jobs[position]}.`,
      })[source],
    other_positions: (fact) =>
      `También has dicho ${named(fact.positions)}. Esta build es para la primera posición que nombraste.`,
    mates: (fact) => `Otros de tu equipo ya juegan de ${named(fact.positions)}, como has dicho.`,
    not_positions: (fact) => `Nada de ${named(fact.positions, 'o')}, como has dicho.`,
    archetype: ({ archetype, source }) =>
      ({
        said: `Juegas como ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        profile: `Según tu perfil juegas como ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        dna: `Tu Crew DNA apunta a ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        squad: `${archetypeOf(archetype).name} encaja en tu equipo: ${ideas[archetype]}.`,
        fits: `De las builds para esta posición, ${archetypeOf(archetype).name} es la que mejor encaja: ${ideas[archetype]}.`,
      })[source],
    archetype_conflict: ({ asked, used }) =>
      `${archetypeOf(asked).name} vive de lo que has descartado, así que será ${archetypeOf(used).name}: ${ideas[used]}.`,
    archetype_unusual: ({ archetype, position }) =>
      `${archetypeOf(archetype).name} es raro como ${positions[position]}. Algunos topes por altura van en contra.`,
    height: ({ height, fit, low, high, source }) => {
      const range = `lo habitual es de ${metric(low)} a ${metric(high)}`;
      if (source === 'fits') return `${metric(height)} es el punto medio para esta posición: ${range}.`;
      const whose = source === 'profile' ? `${metric(height)}, como en tu perfil,` : metric(height);
      if (fit === 'fits') return `${whose} encaja: ${range}.`;
      return fit === 'short'
        ? `${whose} es bajo para esto: conservas velocidad y pierdes duelos junto al aro; ${range}.`
        : `${whose} es alto para esto: ves por encima de los demás y botas más lento; ${range}.`;
    },
    height_moved: ({ asked, used, position, better }) =>
      `Un ${positions[position]} no puede medir aquí ${metric(asked)}, así que esta build mide ${metric(used)}.${better ? ` Con ${metric(asked)} podrías jugar de ${positions[better]}.` : ''}`,
    other_heights: ({ heights }) =>
      `También has dicho otra altura (${names(heights.map(metric))}). He usado la primera.`,
    weight: ({ weight, asked, change }) =>
      `${weight === asked ? kilograms(weight) : `${kilograms(asked)} no encajan con esta altura, así que he usado ${kilograms(weight)}`}: ${
        {
          lighter: 'más ligero de lo habitual, así que más rápido y menos fuerte',
          heavier: 'más pesado de lo habitual, así que más fuerte y más lento',
          usual: 'lo habitual para esta altura',
        }[change]
      }.`,
    raised: ({ skill, motive, ratings }) =>
      `${
        {
          want: `Has pedido: ${skills[skill]}`,
          more: `Has pedido más: ${skills[skill]}`,
          weak: `Tu punto débil: ${skills[skill]}`,
          lack: `A tu equipo le falta: ${skills[skill]}`,
        }[motive]
      }. Por eso: ${rated(ratings, attributes)}.`,
    capped: ({ attribute, cap, height }) =>
      `${attributes[attribute]} se queda en ${cap}: con ${metric(height)} y este peso no se puede más.`,
    unpaid: ({ attribute, rating }) => `${attributes[attribute]} se queda en ${rating}: los puntos no dan para más.`,
    ruled_out: (fact) => `Ningún punto para ${names(fact.attributes.map((one) => attributes[one]))}, como has dicho.`,
    lack_ruled_out: ({ skill }) =>
      `A tu equipo le falta ${skills[skill]} y lo has descartado: tiene que ponerlo otra persona.`,
    lowered: ({ ratings }) => `Menos, como has pedido: ${rated(ratings, attributes)}.`,
    covered: (fact) =>
      `Otros de tu equipo ponen ${names(fact.skills.map((one) => skills[one]))}, así que ahí no he puesto nada extra.`,
    squad: ({ name, has, lacks }) =>
      `En ${name} los demás juegan de ${has.length > 0 ? named(has) : 'nada todavía'}${lacks.length > 0 ? `; con esta build nadie juega de ${named(lacks, 'o')}` : '; con esta build no queda posición libre'}.`,
    level: ({ level }) =>
      ({
        casual: 'Para partidas tranquilas los puntos se reparten más.',
        competitive: 'Para partidas competitivas los puntos siguen al arquetipo.',
        elite: 'A nivel élite el núcleo sube más, y el resto lo paga.',
      })[level],
    mode: ({ mode }) =>
      mode === 'park'
        ? 'En el parque nadie prepara jugadas para ti: manejo y media distancia van antes que el resto.'
        : 'En el cinco contra cinco cada uno tiene una función, y esta build cumple la suya.',
    budget: ({ spent, budget, left }) =>
      left > 0
        ? `Se han gastado ${spent} de ${budget} puntos de atributo; ${left === 1 ? 'queda' : 'quedan'} ${left}.`
        : `Se han gastado los ${budget} puntos de atributo.`,
    budget_moved: ({ asked, used }) =>
      `Una build tiene aquí de ${LEAST_BUDGET} a ${BUDGET} puntos de atributo, así que he tomado ${used} en vez de ${asked}.`,
    corrected: ({ changes }) =>
      `El modelo de lenguaje propuso algo imposible o que no has pedido. Corregido: ${changes.map(([id, was, is]) => `${attributes[id]} de ${was} a ${is}`).join(', ')}.`,
    over_budget: ({ cost, budget }) =>
      `Su propuesta costaba ${cost} puntos, ${cost - budget} de más, así que bajaron los valores menos importantes.`,
    filled: ({ points }) => `Su propuesta dejaba ${points} puntos; nuestras reglas los han gastado.`,
    badges: ({ badges }) => `Insignias que consigue: ${names(badges)}.`,
    lowest: ({ ratings }) => `Lo paga con sus valores más bajos: ${rated(ratings, attributes)}.`,
    detail: ({ attribute, rating, cap, why }) =>
      `${attributes[attribute]} está en ${rating}, ${
        {
          cap: 'lo máximo que permiten esta altura y este peso',
          ruled_out: 'porque lo has descartado',
          lowered: `porque has pedido menos; se podría llegar a ${cap}`,
          budget: `porque los puntos fueron a lo que aquí importa más; se podría llegar a ${cap}`,
        }[why]
      }.`,
  },
  missing: {
    position: 'En qué posición quieres jugar.',
    height: 'Cuánto debe medir la build.',
    lack: 'Qué le falta a tu equipo, por ejemplo tiro o protección del aro.',
  },
  next: {
    taller: 'Hazlo más alto',
    shorter: 'Hazlo más bajo',
    more: (skill) => `Más ${skills[skill]}`,
    why: '¿Por qué?',
    points: '¿Cuántos puntos tengo?',
  },
};
