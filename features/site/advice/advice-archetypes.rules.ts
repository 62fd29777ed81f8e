type PositionId = 'PG' | 'SG' | 'SF' | 'PF' | 'C';

export type Position = {
  id: PositionId;
  name: string;
  words: readonly string[];
  /** Usual heights in inches. */
  low: number;
  high: number;
  job: string;
};

/** Written out before short: "point guard" must win over a stray "guard". */
export const POSITIONS: readonly Position[] = [
  {
    id: 'PG',
    name: 'Point Guard',
    words: ['point guard', 'pg', 'point', 'ball handler'],
    low: 72,
    high: 77,
    job: 'the first job is to bring the ball to the right place on time',
  },
  {
    id: 'SG',
    name: 'Shooting Guard',
    words: ['shooting guard', 'sg', 'two guard', '2 guard'],
    low: 75,
    high: 79,
    job: 'the first job is to punish help from the weak side',
  },
  {
    id: 'SF',
    name: 'Small Forward',
    words: ['small forward', 'sf', 'wing', 'lock'],
    low: 77,
    high: 81,
    job: 'the first job is to guard whoever hurts you most',
  },
  {
    id: 'PF',
    name: 'Power Forward',
    words: ['power forward', 'pf', 'stretch four', 'four'],
    low: 79,
    high: 83,
    job: 'the first job is to connect the paint and the arc',
  },
  {
    id: 'C',
    name: 'Center',
    words: ['center', 'centre', 'big man', 'big', 'five'],
    low: 81,
    high: 86,
    job: 'the first job is to own the paint at both ends',
  },
];

type Attribute = readonly [name: string, target: number, why: string];

export type Archetype = {
  name: string;
  words: readonly string[];
  positions: readonly PositionId[];
  idea: string;
  attributes: readonly Attribute[];
  giveUp: string;
};

export const ARCHETYPES: readonly Archetype[] = [
  {
    name: 'Slashing Playmaker',
    words: ['slasher', 'slashing', 'driver', 'drive', 'finisher', 'dunker'],
    positions: ['PG', 'SG', 'SF'],
    idea: 'you beat the first defender and decide when the second one comes',
    attributes: [
      ['Driving layup', 88, 'Points when the lane is open.'],
      ['Ball handle', 88, 'Gets you past the first defender.'],
      ['Speed with ball', 86, 'Makes help arrive late.'],
      ['Pass accuracy', 82, 'For the moment the help does come.'],
    ],
    giveUp: 'post moves and offensive rebounds',
  },
  {
    name: 'Floor General',
    words: ['playmaker', 'passer', 'floor general', 'pass first', 'pass-first', 'facilitator', 'assists'],
    positions: ['PG', 'SF', 'PF'],
    idea: 'the other four get easier shots than they would alone',
    attributes: [
      ['Pass accuracy', 92, 'The ball arrives where the shot is.'],
      ['Ball handle', 86, 'Keeps the play alive under pressure.'],
      ['Mid-range shot', 78, 'Stops defenders from going under every screen.'],
      ['Perimeter defense', 76, 'You guard somebody too.'],
    ],
    giveUp: 'dunks and interior defense',
  },
  {
    name: 'Sharpshooter',
    words: ['sharpshooter', 'shooter', 'sniper', 'three point', 'three-point', '3pt', 'catch and shoot', 'spot up'],
    positions: ['SG', 'SF', 'PG', 'PF'],
    idea: 'you stretch the floor before you touch the ball',
    attributes: [
      ['Three-point shot', 94, 'The reason you are on the floor.'],
      ['Mid-range shot', 84, 'For the step inside a hard closeout.'],
      ['Off-ball speed', 82, 'Open is something you run to.'],
      ['Perimeter defense', 74, 'Enough not to be hunted.'],
    ],
    giveUp: 'driving dunks and strength',
  },
  {
    name: 'Perimeter Lock',
    words: ['lock', 'lockdown', 'defender', 'defensive', 'stopper', 'on-ball'],
    positions: ['SF', 'SG', 'PG'],
    idea: 'you take away the first option and make them start again with twelve seconds left',
    attributes: [
      ['Perimeter defense', 95, 'Stays in front without a foul.'],
      ['Steal', 86, 'Punishes the second dribble.'],
      ['Lateral speed', 88, 'Most blow-bys are lost with the feet.'],
      ['Three-point shot', 78, 'Or your own offense plays four against five.'],
    ],
    giveUp: 'ball handling and the post',
  },
  {
    name: 'Two-Way Scorer',
    words: ['scorer', 'two-way', 'two way', 'three level', 'three-level', 'iso', 'bucket'],
    positions: ['SG', 'SF', 'PG', 'PF'],
    idea: 'you can end a possession that went wrong, and you guard your own man',
    attributes: [
      ['Mid-range shot', 86, 'The shot that is always there.'],
      ['Three-point shot', 82, 'Keeps the closeout honest.'],
      ['Ball handle', 82, 'Space for one dribble and up.'],
      ['Perimeter defense', 80, 'Nobody has to hide you.'],
    ],
    giveUp: 'rebounding and passing range',
  },
  {
    name: 'Stretch Big',
    words: ['stretch', 'pick and pop', 'shooting big', 'spacing big'],
    positions: ['PF', 'C'],
    idea: 'their rim protector has to leave the rim',
    attributes: [
      ['Three-point shot', 86, 'Pulls the big out of the paint.'],
      ['Defensive rebound', 84, 'Ends the stop that you helped to get.'],
      ['Interior defense', 80, 'You still guard the paint.'],
      ['Strength', 74, 'Holds the screen.'],
    ],
    giveUp: 'the post game and speed',
  },
  {
    name: 'Glass Cleaner',
    words: ['rebounder', 'rebounding', 'glass', 'boards', 'glass cleaner'],
    positions: ['PF', 'C'],
    idea: 'one more possession for you, one less for them',
    attributes: [
      ['Offensive rebound', 92, 'Second chances are the best plays you never had to draw.'],
      ['Defensive rebound', 92, 'A stop counts when you have the ball.'],
      ['Strength', 86, 'Position before height.'],
      ['Interior defense', 84, 'You are already standing there.'],
    ],
    giveUp: 'the three and the dribble',
  },
  {
    name: 'Paint Anchor',
    words: ['paint', 'anchor', 'shot blocker', 'rim protector', 'blocks', 'post', 'inside'],
    positions: ['C', 'PF'],
    idea: 'guards can gamble in front of you because you are behind them',
    attributes: [
      ['Block', 92, 'Changes shots that you never touch.'],
      ['Interior defense', 92, 'Walls up without a foul.'],
      ['Standing dunk', 84, 'Pays you for rolling hard.'],
      ['Strength', 86, 'Nobody moves you off the spot.'],
    ],
    giveUp: 'shooting and speed with the ball',
  },
];

export type Gap = {
  name: string;
  words: readonly string[];
  attributes: readonly string[];
  position: PositionId;
  why: string;
  advice: string;
};

/** What a squad can lack, what to raise for it, and the position that usually brings it. */
export const GAPS: readonly Gap[] = [
  {
    name: 'shooting',
    words: ['shooting', 'shooter', 'shooters', 'spacing', 'threes', 'three point', 'outside shot', 'floor spacing'],
    attributes: ['Three-point shot'],
    position: 'SG',
    why: 'Your squad lacks shooting.',
    advice: 'a shot that must be guarded is worth more to you than another way to finish',
  },
  {
    name: 'playmaking',
    words: ['playmaking', 'playmaker', 'passing', 'ball movement', 'point guard', 'handles'],
    attributes: ['Pass accuracy', 'Ball handle'],
    position: 'PG',
    why: 'Your squad lacks somebody who starts the play.',
    advice: 'put passing beside what you do best, so that the ball does not stop with you',
  },
  {
    name: 'rim protection',
    words: ['rim protection', 'rim protector', 'shot blocking', 'blocks', 'paint defense', 'interior defense'],
    attributes: ['Block', 'Interior defense'],
    position: 'C',
    why: 'Your squad gives up too much at the rim.',
    advice: 'be the second line even if it costs you points at the other end',
  },
  {
    name: 'rebounding',
    words: ['rebounding', 'rebounds', 'rebounder', 'boards', 'glass'],
    attributes: ['Defensive rebound'],
    position: 'PF',
    why: 'Your squad loses the ball after good stops.',
    advice: 'rebounds are won by whoever decides to go first, and this makes that you',
  },
  {
    name: 'perimeter defense',
    words: ['perimeter defense', 'defense', 'lock', 'stopper', 'on-ball defense', 'stops'],
    attributes: ['Perimeter defense'],
    position: 'SF',
    why: 'Your squad needs somebody for their best scorer.',
    advice: 'one honest defender on the ball saves four people from helping',
  },
  {
    name: 'size',
    words: ['size', 'height', 'big', 'bigs', 'strength'],
    attributes: ['Strength'],
    position: 'C',
    why: 'Your squad is small.',
    advice: 'strength holds your spot when they are taller',
  },
];
