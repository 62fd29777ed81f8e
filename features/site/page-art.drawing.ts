import {
  BALL,
  createSeededNumbers,
  drawBall,
  drawRing,
  drawStars,
  INK,
  wrapSvg,
} from '../profiles/profile-pictures/drawing-parts.drawing.ts';

type Rim = { id: string; cx: number; cy: number; radius: number; color: string };
const drawRim = ({ id, cx, cy, radius, color }: Rim) =>
  `<defs><linearGradient id="${id}" x1="1" y1="1" x2=".2" y2=".1"><stop offset="0" stop-color="${color}" stop-opacity=".95"/><stop offset=".45" stop-color="${color}" stop-opacity="0"/></linearGradient></defs><circle cx="${cx}" cy="${cy}" r="${radius - 1.5}" fill="none" stroke="url(#${id})" stroke-width="4"/>`;

/** Draws the leather's pebbles, sparser toward the rim, where the surface is seen at an angle. */
function drawPebbles(cx: number, cy: number, radius: number): string {
  const next = createSeededNumbers('leather');
  let path = '';
  for (let index = 0; index < 420; index++) {
    const [distance, angle] = [Math.sqrt(next()) * radius * 0.97, next() * 2 * Math.PI];
    path += `M${Math.round(cx + distance * Math.cos(angle))} ${Math.round(cy + distance * Math.sin(angle))}h.1`;
  }
  return `<path d="${path}" stroke="#5d1d08" stroke-opacity=".34" stroke-width="2.6" stroke-linecap="round"/>`;
}

const HERO = { cx: 400, cy: 400, radius: 236, rx: 384, ry: 96 };
const HERO_RING =
  '<linearGradient id="ring"><stop offset="0" stop-color="#8b6cff"/><stop offset=".5" stop-color="#3fe0ff"/><stop offset="1" stop-color="#8b6cff"/></linearGradient>';

/** Draws one half of the planet's ring. */
function drawHeroRing(half: 'back' | 'front', opacity: number): string {
  const { cx, cy, rx, ry } = HERO;
  const drawArc = (inset: number, flatter: number, style: string) =>
    `<path d="${drawRing(half, [cx, cy], [rx - inset, ry - flatter])}" ${style}/>`;
  return `<g fill="none" stroke="url(#ring)" opacity="${opacity}">${drawArc(0, 0, 'stroke-width="3"')}${drawArc(26, 9, 'stroke-width="16" opacity=".34"')}${drawArc(46, 16, 'stroke-width="5" opacity=".6"')}${drawArc(62, 22, 'stroke-width="2" opacity=".5"')}</g>`;
}

/**
 * Draws the background of the home page's planet: the stars and the far half of the ring. The players are drawn between
 * this picture and `drawHeroPlanet`, so that the ring's far half doesn't cross them.
 */
export function drawHeroSky(): string {
  const { cx, cy } = HERO;
  const gradients = `<defs>${HERO_RING}<radialGradient id="glow"><stop offset=".55" stop-color="#ff8a3d" stop-opacity=".34"/><stop offset="1" stop-color="#ff8a3d" stop-opacity="0"/></radialGradient><radialGradient id="haze"><stop offset="0" stop-color="#8b6cff" stop-opacity=".38"/><stop offset="1" stop-color="#8b6cff" stop-opacity="0"/></radialGradient></defs>`;
  return wrapSvg(
    800,
    800,
    `${gradients}<ellipse cx="560" cy="250" rx="240" ry="210" fill="url(#haze)"/><circle cx="${cx}" cy="${cy}" r="330" fill="url(#glow)"/>${drawStars('home', 60, 800, 800)}<g transform="rotate(-18 ${cx} ${cy})">${drawHeroRing('back', 0.65)}</g>`,
  );
}

/** Draws the home page's planet and the near half of its ring. The page animates the players along the ring. */
export function drawHeroPlanet(): string {
  const { cx, cy, radius, rx, ry } = HERO;
  const shadow = `<clipPath id="disc"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath><path d="${drawRing('front', [cx, cy + 12], [rx - 30, ry - 4])}" fill="none" stroke="#160611" stroke-opacity=".5" stroke-width="44" clip-path="url(#disc)"/>`;
  return wrapSvg(
    800,
    800,
    `<defs>${HERO_RING}</defs>${drawBall({ id: 'b', cx, cy, radius, colors: BALL.court, turn: { yaw: 0.5, pitch: 0.35, roll: -0.3 }, seamWidth: 9 })}${drawPebbles(cx, cy, radius)}${drawRim({ id: 'rim', cx, cy, radius, color: INK.cyan })}<g transform="rotate(-18 ${cx} ${cy})">${shadow}${drawHeroRing('front', 1)}</g>`,
  );
}

/** Draws a close-up of a ball for page edges; each use crops it. */
export function drawBallCloseUp(): string {
  return wrapSvg(
    600,
    600,
    `${drawBall({ id: 'b', cx: 300, cy: 300, radius: 296, colors: BALL.court, turn: { yaw: 0.42, pitch: 0.3, roll: 0.5 }, seamWidth: 7 })}${drawRim({ id: 'rim', cx: 300, cy: 300, radius: 297, color: INK.violet })}`,
  );
}

/** Draws the top of the ball rising behind the home page's last panel. */
export function drawSunrise(): string {
  return wrapSvg(
    1200,
    340,
    `${drawBall({ id: 'b', cx: 600, cy: 900, radius: 892, colors: BALL.court, turn: { yaw: 0.1, pitch: 1.12, roll: 0.7 }, seamWidth: 9 })}`,
  );
}

/** Draws the world for the "open today" card: a green ball with a court on its sunny side. */
export function drawLiveWorld(): string {
  return wrapSvg(
    320,
    200,
    `${drawStars('live', 26, 320, 200)}${drawBall({ id: 'w', cx: 200, cy: 118, radius: 74, colors: BALL.green, turn: { yaw: -0.4, pitch: -0.5, roll: 0.4 }, seam: '#04382a' })}${drawRim({ id: 'r', cx: 200, cy: 118, radius: 74, color: INK.cyan })}<g fill="none" stroke="${INK.green}" stroke-width="2"><path d="M66 128a20 20 0 0 1 0-34M54 140a38 38 0 0 1 0-58M42 152a56 56 0 0 1 0-82" opacity=".8"/></g><circle cx="84" cy="111" r="9" fill="${INK.green}"/>`,
  );
}

/** Draws the planet for the metaverse card. Only its seams are drawn, because it doesn't exist yet. */
export function drawMetaverseWorld(): string {
  const grid = Array.from({ length: 7 }, (_, index) => {
    const ry = 74 * Math.abs(Math.cos(((index + 0.5) / 7) * Math.PI));
    return `<ellipse cx="160" cy="100" rx="${Math.round(ry)}" ry="74"/>`;
  }).join('');
  const lines = [-52, -28, 0, 28, 52]
    .map(
      (y) =>
        `<path d="M${Math.round(160 - Math.sqrt(74 * 74 - y * y))} ${100 + y}H${Math.round(160 + Math.sqrt(74 * 74 - y * y))}"/>`,
    )
    .join('');
  return wrapSvg(
    320,
    200,
    `<defs><radialGradient id="m"><stop offset="0" stop-color="#8b6cff" stop-opacity=".5"/><stop offset="1" stop-color="#8b6cff" stop-opacity="0"/></radialGradient></defs>${drawStars('meta', 30, 320, 200)}<circle cx="160" cy="100" r="100" fill="url(#m)"/><g transform="rotate(-16 160 100)" fill="none" stroke="${INK.violet}" stroke-width="1.4"><circle cx="160" cy="100" r="74" stroke-width="2"/>${grid}${lines}</g><g fill="none" stroke="${INK.cyan}" stroke-width="2" stroke-dasharray="3 9" stroke-linecap="round" transform="rotate(-16 160 100)"><ellipse cx="160" cy="100" rx="128" ry="30"/></g>`,
  );
}

/** Draws the world for the tournament card: two moons about to meet in front of a golden ring. */
export function drawTournamentWorld(): string {
  return wrapSvg(
    320,
    200,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${INK.gold}"/><stop offset="1" stop-color="${INK.orange}"/></linearGradient></defs>${drawStars('cup', 26, 320, 200)}<path d="${drawRing('back', [160, 108], [138, 40])}" fill="none" stroke="url(#g)" stroke-width="3" opacity=".6"/>${drawBall({ id: 'l', cx: 104, cy: 98, radius: 52, colors: BALL.cyan, turn: { yaw: 0.6, pitch: 0.2, roll: 0.2 }, seam: '#06324a' })}${drawBall({ id: 'r', cx: 222, cy: 106, radius: 60, colors: BALL.red, turn: { yaw: -0.5, pitch: 0.4, roll: -0.2 }, seam: '#4a0b22' })}<path d="${drawRing('front', [160, 108], [138, 40])}" fill="none" stroke="url(#g)" stroke-width="5"/><path d="M164 52l-14 34h14l-8 34 28-44h-16l12-24z" fill="${INK.gold}"/>`,
  );
}

const drawPerson = (x: number, y: number, color: string, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle cy="-26" r="12" fill="${color}"/><path d="M-20 18a20 26 0 0 1 40 0z" fill="${color}"/></g>`;

/** Draws the storybook's four pictures, in page order. */
export function drawStoryPictures(): string[] {
  const ground = `<defs><linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="${INK.line}"/><stop offset="1" stop-color="${INK.line}" stop-opacity="0"/></linearGradient><linearGradient id="f"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".22" stop-color="#fff"/><stop offset=".78" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient><mask id="e"><path d="M0 0H420V280H0z" fill="url(#f)"/></mask></defs><g mask="url(#e)"><path d="M0 232Q210 196 420 232V280H0z" fill="url(#s)"/><path d="M0 232Q210 196 420 232" fill="none" stroke="${INK.violet}" stroke-opacity=".5" stroke-width="3"/></g>`;
  const drawOpenSeat = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})" fill="none" stroke="${INK.orange}" stroke-width="3" stroke-dasharray="5 7" stroke-linecap="round"><circle cy="-26" r="12"/><path d="M-20 18a20 26 0 0 1 40 0z"/></g>`;
  const beginning = `${drawStars('story-1', 40, 420, 180)}${ground}${drawPerson(84, 206, INK.violet)}${drawPerson(146, 200, INK.cyan)}${drawPerson(274, 200, INK.muted)}${drawPerson(336, 206, INK.green)}${drawOpenSeat(210, 197)}<path d="M210 60v72m0 0l-10-12m10 12l10-12" stroke="${INK.orange}" stroke-width="3" fill="none" stroke-linecap="round"/>`;
  const vision = `${drawStars('story-2', 50, 420, 280)}<path d="${drawRing('back', [210, 140], [176, 46])}" fill="none" stroke="${INK.cyan}" stroke-width="3" opacity=".5" transform="rotate(-12 210 140)"/>${drawBall({ id: 'v', cx: 210, cy: 140, radius: 92, colors: BALL.court, turn: { yaw: 0.4, pitch: 0.3, roll: -0.2 } })}<path d="${drawRing('front', [210, 140], [176, 46])}" fill="none" stroke="${INK.cyan}" stroke-width="4" transform="rotate(-12 210 140)"/>`;
  const moons: [number, number, number, keyof typeof BALL][] = [
    [66, 96, 24, 'violet'],
    [352, 78, 30, 'green'],
    [92, 214, 20, 'cyan'],
    [338, 206, 26, 'gold'],
    [212, 44, 16, 'red'],
  ];
  const ecosystem = `${drawStars('story-3', 40, 420, 280)}<g fill="none" stroke="${INK.line}" stroke-width="2"><ellipse cx="210" cy="142" rx="160" ry="92"/><ellipse cx="210" cy="142" rx="110" ry="62" stroke-dasharray="4 8"/></g>${drawBall({ id: 'e', cx: 210, cy: 142, radius: 46, colors: BALL.court, turn: { yaw: 0.2, pitch: 0.5, roll: 0.3 } })}${moons.map(([x, y, r, color], index) => drawBall({ id: `m${index}`, cx: x, cy: y, radius: r, colors: BALL[color], turn: { yaw: index, pitch: 0.3, roll: index / 2 } })).join('')}`;
  const join = `${drawStars('story-4', 40, 420, 180)}${ground}<g transform="translate(210 138)"><ellipse cx="0" cy="0" rx="150" ry="58" fill="none" stroke="${INK.violet}" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round"/></g>${drawPerson(66, 152, INK.violet, 0.9)}${drawPerson(138, 204, INK.cyan, 1)}${drawPerson(282, 204, INK.green, 1)}${drawPerson(354, 152, INK.gold, 0.9)}<g transform="translate(210 92)"><circle r="46" fill="${INK.orange}" opacity=".18"/>${drawOpenSeat(0, 8)}</g>`;
  return [beginning, vision, ecosystem, join].map((content) => wrapSvg(420, 280, content));
}

/** Draws the main stream's placeholder, shown until a visitor starts the stream: an arena seen from the last row. */
export function drawMainCourt(): string {
  const next = createSeededNumbers('main-court');
  const spectators = Array.from({ length: 130 }, () => {
    const [x, y] = [next() * 640, 116 + next() * 76];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(2 + next() * 2.5).toFixed(1)}" opacity="${(0.25 + next() * 0.5).toFixed(2)}"/>`;
  }).join('');
  return wrapSvg(
    640,
    360,
    `<defs><radialGradient id="l" cx="50%" cy="0%" r="100%"><stop offset="0" stop-color="${INK.orange}" stop-opacity=".5"/><stop offset="1" stop-color="${INK.bg}" stop-opacity="0"/></radialGradient><linearGradient id="beam" x2="0" y2="1"><stop offset="0" stop-color="${INK.orange}" stop-opacity=".34"/><stop offset="1" stop-color="${INK.orange}" stop-opacity="0"/></linearGradient></defs><rect width="640" height="360" fill="#0b0919"/><rect width="640" height="360" fill="url(#l)"/><g fill="${INK.violet}">${spectators}</g><path d="M96 196H544L636 360H4z" fill="#3a1d12"/><g fill="none" stroke="${INK.orange}" stroke-width="3" opacity=".85"><path d="M96 196H544L636 360H4z"/><path d="M320 196V360"/><ellipse cx="320" cy="270" rx="76" ry="26"/><path d="M90 214Q190 268 44 326M550 214Q450 268 596 326"/></g><g fill="url(#beam)"><path d="M140 0h24L130 240H20zM308 0h24l64 236H244zM476 0h24l120 240H510z"/></g>${drawBall({ id: 'b', cx: 320, cy: 128, radius: 26, colors: BALL.court, turn: { yaw: 0.5, pitch: 0.2, roll: 0.4 } })}`,
  );
}

/** Draws the placeholder for the builds and film stream: a half court from above with a play drawn on it. */
export function drawCrewLab(): string {
  const drawAttacker = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="13"/>`;
  const drawDefender = (x: number, y: number) => `<path d="M${x - 10} ${y - 10}l20 20m0-20l-20 20"/>`;
  const grid = `<path d="${Array.from({ length: 15 }, (_, index) => `M${40 + index * 40} 0V360`).join('')}${Array.from({ length: 8 }, (_, index) => `M0 ${40 + index * 40}H640`).join('')}" stroke="${INK.cyan}" stroke-opacity=".07"/>`;
  const floor = `<g fill="none" stroke="${INK.cyan}" stroke-opacity=".5" stroke-width="3"><path d="M90 24H550V360M90 24V360M250 24V152H390V24"/><path d="M270 152a50 50 0 0 0 100 0" /><path d="M134 24V112C160 250 480 250 506 112V24"/><path d="M292 44H348"/><circle cx="320" cy="58" r="11" stroke="${INK.orange}" stroke-opacity="1"/></g>`;
  const moves = `<g fill="none" stroke="${INK.orange}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M320 296C300 250 250 246 226 214m0 0l1 17m-1-17l15 8"/><path d="M198 190C226 150 268 130 296 92m0 0l-15 7m15-7l1 17" stroke-dasharray="2 11"/><path d="M452 206C470 160 462 116 428 84m0 0l1 17m-1-17l16 7"/></g>`;
  const players = `<g fill="${INK.bg}" stroke="${INK.orange}" stroke-width="4">${drawAttacker(320, 306)}${drawAttacker(198, 204)}${drawAttacker(452, 220)}${drawAttacker(206, 96)}${drawAttacker(396, 150)}</g><g fill="none" stroke="${INK.muted}" stroke-width="4" stroke-linecap="round">${drawDefender(342, 262)}${drawDefender(232, 178)}${drawDefender(424, 190)}${drawDefender(246, 76)}${drawDefender(366, 116)}</g>`;
  return wrapSvg(
    640,
    360,
    `<defs><radialGradient id="l" cx="50%" cy="0%" r="110%"><stop offset="0" stop-color="${INK.cyan}" stop-opacity=".3"/><stop offset="1" stop-color="${INK.bg}" stop-opacity="0"/></radialGradient></defs><rect width="640" height="360" fill="#0a1020"/><rect width="640" height="360" fill="url(#l)"/>${grid}${floor}${moves}${players}`,
  );
}

const FLOOR =
  'M40 8H360M40 8V200M360 8V200M148 8V104H252V8M164 104a36 36 0 0 0 72 0M66 8V58C92 184 308 184 334 58V8M180 22H220';

/** Draws a half court with a coach's area highlighted and a move drawn on it. */
export function drawCoachArea(place: 'handle' | 'perimeter' | 'paint'): string {
  const ink = { handle: INK.orange, perimeter: INK.cyan, paint: INK.green }[place];
  const lit = {
    handle: '<ellipse cx="200" cy="150" rx="92" ry="58" fill="url(#z)"/>',
    perimeter: `<path d="M66 8V58C92 184 308 184 334 58V8" fill="none" stroke="${ink}" stroke-opacity=".22" stroke-width="40"/>`,
    paint: `<path d="M148 8V104H252V8z" fill="${ink}" fill-opacity=".2"/><ellipse cx="200" cy="34" rx="110" ry="70" fill="url(#z)"/>`,
  }[place];
  const move = {
    handle: `<path d="M200 186L178 168 216 154 184 138 212 124 172 92m0 0l2 16m-2-16l16 3"/><circle cx="200" cy="186" r="9" fill="${INK.bg}"/>`,
    perimeter:
      '<path d="M104 120C128 148 152 156 178 160m0 0l-13-8m13 8l-14 6M296 120C272 148 248 156 222 160m0 0l13-8m-13 8l14 6"/><path d="M88 92l16 16m0-16l-16 16M296 92l16 16m0-16l-16 16M192 152l16 16m0-16l-16 16"/>',
    paint: `<path d="M168 92C160 70 166 52 184 40m0 0l-15 2m15-2l-6 14M232 92C240 70 234 52 216 40m0 0l15 2m-15-2l6 14" /><circle cx="168" cy="98" r="9" fill="${INK.bg}"/><circle cx="232" cy="98" r="9" fill="${INK.bg}"/>`,
  }[place];
  return wrapSvg(
    400,
    200,
    `<defs><radialGradient id="z"><stop offset="0" stop-color="${ink}" stop-opacity=".5"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/></radialGradient></defs><path d="M0 0H400V200H0z" fill="#0d0a1d"/>${lit}<path d="${FLOOR}" fill="none" stroke="${INK.violet}" stroke-opacity=".55" stroke-width="2.5"/><circle cx="200" cy="34" r="9" fill="none" stroke="${INK.orange}" stroke-width="2.5"/><g fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${move}</g>`,
  );
}

/** Draws a planet with one ring for each level its plan is above Free. */
export function drawPlanPlanet(rings: 0 | 1 | 2): string {
  const colors = [BALL.court, BALL.violet, BALL.gold][rings]!;
  const seam = [INK.seam, '#120a33', '#3a2206'][rings]!;
  const orbit = [
    { rx: 74, ry: 18, color: INK.cyan, width: 4 },
    { rx: 58, ry: 13, color: INK.orange, width: 3 },
  ].slice(0, rings);
  const drawArcs = (half: 'back' | 'front') =>
    orbit
      .map(
        ({ rx, ry, color, width }) =>
          `<path d="${drawRing(half, [80, 60], [rx, ry])}" fill="none" stroke="${color}" stroke-width="${width}" opacity="${half === 'back' ? 0.45 : 1}"/>`,
      )
      .join('');
  const tiltContent = (content: string) => `<g transform="rotate(-16 80 60)">${content}</g>`;
  const moon = rings === 2 ? `<circle cx="141" cy="35" r="6" fill="${INK.text}"/>` : '';
  return wrapSvg(
    160,
    120,
    `${tiltContent(drawArcs('back'))}${drawBall({ id: 'p', cx: 80, cy: 60, radius: 38, colors, seam, turn: { yaw: 0.4, pitch: 0.3, roll: -0.2 } })}${tiltContent(drawArcs('front'))}${moon}`,
  );
}
