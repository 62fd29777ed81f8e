import { type AdviceWords, listed, rated } from './advice-words.wording.ts';
import { archetypeOf, BUDGET, feetOf, LEAST_BUDGET, poundsShown } from './build-facts.rules.ts';

const attributes: AdviceWords['attributes'] = {
  layup: 'Driving layup',
  dunk: 'Driving dunk',
  standing_dunk: 'Standing dunk',
  post: 'Post control',
  mid: 'Mid-range shot',
  three: 'Three-point shot',
  pass: 'Pass accuracy',
  handle: 'Ball handle',
  ball_speed: 'Speed with ball',
  perimeter: 'Perimeter defense',
  interior: 'Interior defense',
  steal: 'Steal',
  block: 'Block',
  off_rebound: 'Offensive rebound',
  def_rebound: 'Defensive rebound',
  speed: 'Off-ball speed',
  lateral: 'Lateral speed',
  strength: 'Strength',
};
const positions: AdviceWords['positions'] = {
  PG: 'point guard',
  SG: 'shooting guard',
  SF: 'small forward',
  PF: 'power forward',
  C: 'center',
};
const skills: AdviceWords['skills'] = {
  shooting: 'shooting',
  three: 'the three',
  mid: 'the mid-range shot',
  finishing: 'finishing',
  dunking: 'dunks',
  playmaking: 'playmaking',
  passing: 'passing',
  handle: 'ball handling',
  defense: 'defense',
  perimeter: 'perimeter defense',
  rim: 'rim protection',
  steals: 'steals',
  rebounding: 'rebounding',
  speed: 'speed',
  strength: 'strength',
  post: 'the post game',
};
const levels: AdviceWords['levels'] = { casual: 'casual', competitive: 'competitive', elite: 'elite' };
const jobs: AdviceWords['jobs'] = {
  PG: 'your first job is to get the ball to the right spot on time',
  SG: 'your first job is to punish weak-side help',
  SF: 'your first job is to guard their biggest threat',
  PF: 'your first job is to connect the paint and the arc',
  C: 'your first job is to own the paint at both ends',
};
const ideas: AdviceWords['ideas'] = {
  slasher: 'you beat the first defender and make the call when the second one comes',
  general: 'the other four get easier shots than they would alone',
  shooter: 'you stretch the floor before you touch the ball',
  lock: 'you take away the first option',
  scorer: 'you can save a broken possession, and you guard your own man',
  stretch: 'their rim protector has to leave the rim',
  glass: 'one more possession for you, one less for them',
  anchor: 'guards can gamble in front of you because you’re behind them',
  post: 'you score with your back to the basket and draw the help',
};

const height = (cm: number) => `${feetOf(cm)} (${cm} cm)`;
const names = (list: readonly string[], and = 'and') => listed(list, and);
const named = (list: readonly (keyof typeof positions)[], and = 'and') =>
  names(
    list.map((one) => positions[one]),
    and,
  );
const kept = {
  position: 'the position',
  height: 'the height',
  archetype: 'the archetype',
  ruled_out: 'what you ruled out',
};

export const adviceInEnglish: AdviceWords = {
  attributes,
  positions,
  skills,
  levels,
  ideas,
  jobs,
  title: (archetype, position) => `${archetype} ${position.replace(/\b\w/g, (letter) => letter.toUpperCase())}`,
  facts: {
    nothing_read: ({ before }) =>
      before
        ? 'I didn’t find anything about a build in that, so here’s your last one again.'
        : 'I didn’t find anything about a build in that, so here’s a starting point.',
    kept: ({ what }) => `I kept ${names(what.map((one) => kept[one]))} from before.`,
    position: ({ position, source }) =>
      ({
        said: `You said ${positions[position]}, so ${jobs[position]}.`,
        profile: `Your profile says ${positions[position]}, so ${jobs[position]}.`,
        dna: `Your Crew DNA says ${positions[position]}, so ${jobs[position]}.`,
        squad: `Your squad needs a ${positions[position]}, so ${jobs[position]}.`,
        fits: `You didn’t name a position, so I picked ${positions[position]}: ${jobs[position]}.`,
      })[source],
    other_positions: (fact) =>
      `You also named ${named(fact.positions)}. This build is for the position you named first.`,
    mates: (fact) => `Others in your squad already play ${named(fact.positions)}, as you said.`,
    not_positions: (fact) => `Not ${named(fact.positions, 'or')}, as you said.`,
    archetype: ({ archetype, source }) =>
      ({
        said: `You play as a ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        profile: `Your profile says you play as a ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        dna: `Your Crew DNA points to a ${archetypeOf(archetype).name}: ${ideas[archetype]}.`,
        squad: `The ${archetypeOf(archetype).name} fits your squad: ${ideas[archetype]}.`,
        fits: `Of the builds for this position, the ${archetypeOf(archetype).name} fits best: ${ideas[archetype]}.`,
      })[source],
    archetype_conflict: ({ asked, used }) =>
      `A ${archetypeOf(asked).name} lives on what you ruled out, so this is a ${archetypeOf(used).name}: ${ideas[used]}.`,
    archetype_unusual: ({ archetype, position }) =>
      `A ${archetypeOf(archetype).name} is rare for a ${positions[position]}. Some height caps work against it.`,
    height: ({ height: cm, fit, low, high, source }) => {
      const range = `the usual range is ${height(low)} to ${height(high)}`;
      if (source === 'fits') return `${height(cm)} is the middle for this position: ${range}.`;
      const whose = source === 'profile' ? `${height(cm)}, as in your profile,` : height(cm);
      if (fit === 'fits') return `${whose} fits: ${range}.`;
      return fit === 'short'
        ? `${whose} is short for this. You keep your speed but lose contests near the rim (${range}).`
        : `${whose} is tall for this. You see over people but dribble slower (${range}).`;
    },
    height_moved: ({ asked, used, position, better }) =>
      `A ${positions[position]} can’t be ${height(asked)} here, so this build is ${height(used)}.${better ? ` At ${height(asked)} you could play ${positions[better]}.` : ''}`,
    other_heights: ({ heights }) => `You also named another height (${names(heights.map(height))}). I used the first.`,
    weight: ({ weight, asked, change }) =>
      `${weight === asked ? poundsShown(weight) : `${poundsShown(asked)} doesn’t work with this height, so I used ${poundsShown(weight)}`}: ${
        {
          lighter: 'lighter than usual, so quicker and weaker',
          heavier: 'heavier than usual, so stronger and slower',
          usual: 'usual for this height',
        }[change]
      }.`,
    raised: ({ skill, motive, ratings }) =>
      `${
        {
          want: `You asked for ${skills[skill]}`,
          more: `You asked for more of this: ${skills[skill]}`,
          weak: `You said you’re weak at ${skills[skill]}`,
          lack: `Your squad lacks ${skills[skill]}`,
        }[motive]
      }: ${rated(ratings, attributes)}.`,
    capped: ({ attribute, cap, height: cm }) =>
      `${attributes[attribute]} tops out at ${cap} for ${height(cm)} and this weight.`,
    unpaid: ({ attribute, rating }) => `${attributes[attribute]} stays at ${rating} because the points ran out.`,
    ruled_out: (fact) => `No points for ${names(fact.attributes.map((one) => attributes[one]))}, as you said.`,
    lack_ruled_out: ({ skill }) =>
      `Your squad lacks ${skills[skill]} and you ruled it out, so someone else has to bring it.`,
    lowered: ({ ratings }) => `Lowered, as you asked: ${rated(ratings, attributes)}.`,
    covered: (fact) =>
      `Others in your squad bring ${names(fact.skills.map((one) => skills[one]))}, so I added nothing extra there.`,
    squad: ({ name, has, lacks }) =>
      `In ${name} others play ${has.length > 0 ? named(has) : 'no position yet'}${lacks.length > 0 ? `; with this build, no one plays ${named(lacks, 'or')}` : '; this build fills every position'}.`,
    level: ({ level }) =>
      ({
        casual: 'For casual games, I spread the points wider.',
        competitive: 'For competitive games, the points follow the archetype.',
        elite: 'For elite games, the core goes higher and the rest pays for it.',
      })[level],
    mode: ({ mode }) =>
      mode === 'park'
        ? 'In the park, no one runs plays for you, so handle and mid-range come first.'
        : 'In five-on-five, everyone has one job, and this build does its own.',
    budget: ({ spent, budget, left }) =>
      left > 0
        ? `${spent} of ${budget} attribute points are spent; ${left} ${left === 1 ? 'is' : 'are'} left.`
        : `All ${budget} attribute points are spent.`,
    budget_moved: ({ asked, used }) =>
      `A build here has ${LEAST_BUDGET} to ${BUDGET} attribute points, so I used ${used} instead of ${asked}.`,
    corrected: ({ changes }) =>
      `The language model proposed something impossible or not what you asked for. Corrected: ${changes.map(([id, was, is]) => `${attributes[id]} ${was} to ${is}`).join(', ')}.`,
    over_budget: ({ cost, budget }) =>
      `Its proposal cost ${cost} points, ${cost - budget} too many, so the least important ratings came down.`,
    filled: ({ points }) => `Its proposal left ${points} points unspent, so our rules spent them.`,
    badges: ({ badges }) => `Badges it earns: ${names(badges)}.`,
    lowest: ({ ratings }) => `It pays for that with its lowest ratings: ${rated(ratings, attributes)}.`,
    detail: ({ attribute, rating, cap, why }) =>
      `${attributes[attribute]} is ${rating}, ${
        {
          cap: 'the highest this height and weight allow',
          ruled_out: 'because you ruled it out',
          lowered: `because you asked for less; it could reach ${cap}`,
          budget: `because the points matter more elsewhere; it could reach ${cap}`,
        }[why]
      }.`,
  },
  missing: {
    position: 'Which position you want to play.',
    height: 'How tall the build should be.',
    lack: 'What your squad lacks, for example shooting or rim protection.',
  },
  next: {
    taller: 'Make it taller',
    shorter: 'Make it shorter',
    more: (skill) => `More ${skills[skill].replace('the ', '')}`,
    why: 'Why?',
    points: 'How many points are there?',
  },
};
