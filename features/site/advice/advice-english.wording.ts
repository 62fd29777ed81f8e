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
  PG: 'the first job there is to bring the ball to the right place on time',
  SG: 'the first job there is to punish help from the weak side',
  SF: 'the first job there is to guard whoever hurts you most',
  PF: 'the first job there is to connect the paint and the arc',
  C: 'the first job there is to own the paint at both ends',
};
const ideas: AdviceWords['ideas'] = {
  slasher: 'you beat the first defender and decide when the second one comes',
  general: 'the other four get easier shots than they would alone',
  shooter: 'you stretch the floor before you touch the ball',
  lock: 'you take away the first option',
  scorer: 'you can end a possession that went wrong, and you guard your own man',
  stretch: 'their rim protector has to leave the rim',
  glass: 'one more possession for you, one less for them',
  anchor: 'guards can gamble in front of you because you are behind them',
  post: 'you score with your back to the basket, and help has to come',
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
        ? 'I read nothing about a build in that, so this is still the last one.'
        : 'I read nothing about a build in that, so here is a place to start from.',
    kept: ({ what }) => `I kept ${names(what.map((one) => kept[one]))} from before.`,
    position: ({ position, source }) =>
      ({
        said: `You said ${positions[position]}: ${jobs[position]}.`,
        profile: `Your profile says ${positions[position]}: ${jobs[position]}.`,
        dna: `Your Crew DNA says ${positions[position]}: ${jobs[position]}.`,
        squad: `Your squad needs a ${positions[position]}: ${jobs[position]}.`,
        fits: `You named no position; I took ${positions[position]}: ${jobs[position]}.`,
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
        fits: `Of the builds for this position the ${archetypeOf(archetype).name} fits best: ${ideas[archetype]}.`,
      })[source],
    archetype_conflict: ({ asked, used }) =>
      `A ${archetypeOf(asked).name} lives on what you ruled out, so this is a ${archetypeOf(used).name}: ${ideas[used]}.`,
    archetype_unusual: ({ archetype, position }) =>
      `A ${archetypeOf(archetype).name} is rare for a ${positions[position]}; some caps of the height work against it.`,
    height: ({ height: cm, fit, low, high, source }) => {
      const range = `the usual range is ${height(low)} to ${height(high)}`;
      if (source === 'fits') return `${height(cm)} is the middle for this position: ${range}.`;
      const whose = source === 'profile' ? `${height(cm)}, as in your profile,` : height(cm);
      if (fit === 'fits') return `${whose} fits: ${range}.`;
      return fit === 'short'
        ? `${whose} is short for this: you keep speed, and lose contests near the rim; ${range}.`
        : `${whose} is tall for this: you see over people, and dribble slower; ${range}.`;
    },
    height_moved: ({ asked, used, position, better }) =>
      `A ${positions[position]} cannot be ${height(asked)} here, so this build is ${height(used)}.${better ? ` At ${height(asked)} you could play ${positions[better]}.` : ''}`,
    other_heights: ({ heights }) => `You named another height too (${names(heights.map(height))}). I took the first.`,
    weight: ({ weight, asked, change }) =>
      `${weight === asked ? poundsShown(weight) : `${poundsShown(asked)} does not go with this height; I took ${poundsShown(weight)}`}: ${
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
          weak: `You said you are weak at ${skills[skill]}`,
          lack: `Your squad lacks ${skills[skill]}`,
        }[motive]
      }: ${rated(ratings, attributes)}.`,
    capped: ({ attribute, cap, height: cm }) =>
      `${attributes[attribute]} ends at ${cap}: more is not possible at ${height(cm)} with this weight.`,
    unpaid: ({ attribute, rating }) => `${attributes[attribute]} stays at ${rating}: the points do not go further.`,
    ruled_out: (fact) => `No points for ${names(fact.attributes.map((one) => attributes[one]))}, as you said.`,
    lack_ruled_out: ({ skill }) =>
      `Your squad lacks ${skills[skill]} and you ruled it out: somebody else has to bring it.`,
    lowered: ({ ratings }) => `Less, as you asked: ${rated(ratings, attributes)}.`,
    covered: (fact) =>
      `Others in your squad bring ${names(fact.skills.map((one) => skills[one]))}, so nothing extra went there.`,
    squad: ({ name, has, lacks }) =>
      `In ${name} others play ${has.length > 0 ? named(has) : 'no position yet'}${lacks.length > 0 ? `; with this build nobody plays ${named(lacks, 'or')}` : '; with this build every position is filled'}.`,
    level: ({ level }) =>
      ({
        casual: 'For casual games the points are spread wider.',
        competitive: 'For competitive games the points follow the archetype.',
        elite: 'For elite games the core goes higher, and the rest pays for it.',
      })[level],
    mode: ({ mode }) =>
      mode === 'park'
        ? 'In the park nobody runs plays for you: handle and mid-range come before the rest.'
        : 'Five against five everybody has one job, and this build does its own.',
    budget: ({ spent, budget, left }) =>
      left > 0
        ? `${spent} of ${budget} attribute points are spent; ${left} ${left === 1 ? 'is' : 'are'} left.`
        : `All ${budget} attribute points are spent.`,
    budget_moved: ({ asked, used }) =>
      `A build here has ${LEAST_BUDGET} to ${BUDGET} attribute points, so I took ${used} instead of ${asked}.`,
    corrected: ({ changes }) =>
      `The language model proposed what is not possible or not what you asked for; corrected: ${changes.map(([id, was, is]) => `${attributes[id]} ${was} to ${is}`).join(', ')}.`,
    over_budget: ({ cost, budget }) =>
      `Its proposal cost ${cost} points, ${cost - budget} too many, so the least important ratings came down.`,
    filled: ({ points }) => `Its proposal left ${points} points over; our rules spent them.`,
    badges: ({ badges }) => `Badges it earns: ${names(badges)}.`,
    lowest: ({ ratings }) => `It pays for that with its lowest ratings: ${rated(ratings, attributes)}.`,
    detail: ({ attribute, rating, cap, why }) =>
      `${attributes[attribute]} is ${rating}, ${
        {
          cap: 'the highest that this height and weight allow',
          ruled_out: 'because you ruled it out',
          lowered: `because you asked for less; ${cap} would be possible`,
          budget: `because the points went to what matters more here; ${cap} would be possible`,
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
