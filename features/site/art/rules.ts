import { BALL, ball, INK, numbersFrom, ring, stars, svgFile } from '../drawing/rules.ts';

const rim = (id: string, cx: number, cy: number, radius: number, colour: string) =>
  `<defs><linearGradient id="${id}" x1="1" y1="1" x2=".2" y2=".1"><stop offset="0" stop-color="${colour}" stop-opacity=".95"/><stop offset=".45" stop-color="${colour}" stop-opacity="0"/></linearGradient></defs><circle cx="${cx}" cy="${cy}" r="${radius - 1.5}" fill="none" stroke="url(#${id})" stroke-width="4"/>`;

/** The small dots of leather, thinner toward the rim, where one looks at them from the side. */
function pebbles(cx: number, cy: number, radius: number): string {
  const next = numbersFrom('leather');
  let path = '';
  for (let index = 0; index < 420; index++) {
    const [distance, angle] = [Math.sqrt(next()) * radius * 0.97, next() * 2 * Math.PI];
    path += `M${Math.round(cx + distance * Math.cos(angle))} ${Math.round(cy + distance * Math.sin(angle))}h.1`;
  }
  return `<path d="${path}" stroke="#5d1d08" stroke-opacity=".34" stroke-width="2.6" stroke-linecap="round"/>`;
}

/** The planet of the home page without its players; the page lets those move round the same ring. */
export function heroPlanet(): string {
  const [cx, cy, radius, rx, ry] = [400, 400, 236, 384, 96];
  const gradient =
    '<defs><linearGradient id="ring"><stop offset="0" stop-color="#8b6cff"/><stop offset=".5" stop-color="#3fe0ff"/><stop offset="1" stop-color="#8b6cff"/></linearGradient><radialGradient id="glow"><stop offset=".55" stop-color="#ff8a3d" stop-opacity=".34"/><stop offset="1" stop-color="#ff8a3d" stop-opacity="0"/></radialGradient><radialGradient id="haze"><stop offset="0" stop-color="#8b6cff" stop-opacity=".38"/><stop offset="1" stop-color="#8b6cff" stop-opacity="0"/></radialGradient></defs>';
  const arcs = (half: 'back' | 'front', opacity: number) =>
    `<g fill="none" stroke="url(#ring)" opacity="${opacity}"><path d="${ring(half, cx, cy, rx, ry)}" stroke-width="3"/><path d="${ring(half, cx, cy, rx - 26, ry - 9)}" stroke-width="16" opacity=".34"/><path d="${ring(half, cx, cy, rx - 46, ry - 16)}" stroke-width="5" opacity=".6"/><path d="${ring(half, cx, cy, rx - 62, ry - 22)}" stroke-width="2" opacity=".5"/></g>`;
  const shadow = `<clipPath id="disc"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath><path d="${ring('front', cx, cy + 12, rx - 30, ry - 4)}" fill="none" stroke="#160611" stroke-opacity=".5" stroke-width="44" clip-path="url(#disc)"/>`;
  return svgFile(
    800,
    800,
    `${gradient}<ellipse cx="560" cy="250" rx="240" ry="210" fill="url(#haze)"/><circle cx="${cx}" cy="${cy}" r="330" fill="url(#glow)"/>${stars('home', 60, 800, 800)}<g transform="rotate(-18 ${cx} ${cy})">${arcs('back', 0.65)}</g>${ball({ id: 'b', cx, cy, radius, colours: BALL.court, turn: { yaw: 0.5, pitch: 0.35, roll: -0.3 }, seamWidth: 9 })}${pebbles(cx, cy, radius)}${rim('rim', cx, cy, radius, INK.cyan)}<g transform="rotate(-18 ${cx} ${cy})">${shadow}${arcs('front', 1)}</g>`,
  );
}

/** A ball seen from close by, for the edges of pages: it is cut off wherever it is used. */
export function limb(): string {
  return svgFile(
    600,
    600,
    `${ball({ id: 'b', cx: 300, cy: 300, radius: 296, colours: BALL.court, turn: { yaw: 0.42, pitch: 0.3, roll: 0.5 }, seamWidth: 7 })}${rim('rim', 300, 300, 297, INK.violet)}`,
  );
}

/** The top of the ball as it comes up behind the last panel of the home page. */
export function sunrise(): string {
  return svgFile(
    1200,
    340,
    `${ball({ id: 'b', cx: 600, cy: 900, radius: 892, colours: BALL.court, turn: { yaw: 0, pitch: 0.62, roll: 0.05 }, seamWidth: 9 })}`,
  );
}

/** A world for the card about what is open today: a green ball with a court on its sunny side. */
export function worldLive(): string {
  return svgFile(
    320,
    200,
    `${stars('live', 26, 320, 200)}${ball({ id: 'w', cx: 200, cy: 118, radius: 74, colours: BALL.green, turn: { yaw: -0.4, pitch: -0.5, roll: 0.4 }, seam: '#04382a' })}${rim('r', 200, 118, 74, INK.cyan)}<g fill="none" stroke="${INK.green}" stroke-width="2"><path d="M66 128a20 20 0 0 1 0-34M54 140a38 38 0 0 1 0-58M42 152a56 56 0 0 1 0-82" opacity=".8"/></g><circle cx="84" cy="111" r="9" fill="${INK.green}"/>`,
  );
}

/** A world for the card about the metaverse: only its seams are there yet. */
export function worldMetaverse(): string {
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
  return svgFile(
    320,
    200,
    `<defs><radialGradient id="m"><stop offset="0" stop-color="#8b6cff" stop-opacity=".5"/><stop offset="1" stop-color="#8b6cff" stop-opacity="0"/></radialGradient></defs>${stars('meta', 30, 320, 200)}<circle cx="160" cy="100" r="100" fill="url(#m)"/><g transform="rotate(-16 160 100)" fill="none" stroke="${INK.violet}" stroke-width="1.4"><circle cx="160" cy="100" r="74" stroke-width="2"/>${grid}${lines}</g><g fill="none" stroke="${INK.cyan}" stroke-width="2" stroke-dasharray="3 9" stroke-linecap="round" transform="rotate(-16 160 100)"><ellipse cx="160" cy="100" rx="128" ry="30"/></g>`,
  );
}

/** A world for the tournament: two moons about to meet in front of a golden ring. */
export function worldTournament(): string {
  return svgFile(
    320,
    200,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${INK.gold}"/><stop offset="1" stop-color="${INK.court}"/></linearGradient></defs>${stars('cup', 26, 320, 200)}<path d="${ring('back', 160, 108, 138, 40)}" fill="none" stroke="url(#g)" stroke-width="3" opacity=".6"/>${ball({ id: 'l', cx: 104, cy: 98, radius: 52, colours: BALL.cyan, turn: { yaw: 0.6, pitch: 0.2, roll: 0.2 }, seam: '#06324a' })}${ball({ id: 'r', cx: 222, cy: 106, radius: 60, colours: BALL.red, turn: { yaw: -0.5, pitch: 0.4, roll: -0.2 }, seam: '#4a0b22' })}<path d="${ring('front', 160, 108, 138, 40)}" fill="none" stroke="url(#g)" stroke-width="5"/><path d="M164 52l-14 34h14l-8 34 28-44h-16l12-24z" fill="${INK.gold}"/>`,
  );
}

const person = (x: number, y: number, colour: string, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle cy="-26" r="12" fill="${colour}"/><path d="M-20 18a20 26 0 0 1 40 0z" fill="${colour}"/></g>`;

/** The four pictures of the story book, in the order of its pages. */
export function storyPictures(): string[] {
  const ground = `<path d="M0 232Q210 196 420 232V280H0z" fill="${INK.raised}"/><path d="M0 232Q210 196 420 232" fill="none" stroke="${INK.line}" stroke-width="3"/>`;
  const seat = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})" fill="none" stroke="${INK.court}" stroke-width="3" stroke-dasharray="5 7" stroke-linecap="round"><circle cy="-26" r="12"/><path d="M-20 18a20 26 0 0 1 40 0z"/></g>`;
  const beginning = `${stars('story-1', 40, 420, 180)}${ground}${person(84, 206, INK.violet)}${person(146, 200, INK.cyan)}${person(274, 200, INK.mist)}${person(336, 206, INK.green)}${seat(210, 197)}<path d="M210 60v72m0 0l-10-12m10 12l10-12" stroke="${INK.court}" stroke-width="3" fill="none" stroke-linecap="round"/>`;
  const vision = `${stars('story-2', 50, 420, 280)}<path d="${ring('back', 210, 140, 176, 46)}" fill="none" stroke="${INK.cyan}" stroke-width="3" opacity=".5" transform="rotate(-12 210 140)"/>${ball({ id: 'v', cx: 210, cy: 140, radius: 92, colours: BALL.court, turn: { yaw: 0.4, pitch: 0.3, roll: -0.2 } })}<path d="${ring('front', 210, 140, 176, 46)}" fill="none" stroke="${INK.cyan}" stroke-width="4" transform="rotate(-12 210 140)"/>`;
  const moons: [number, number, number, keyof typeof BALL][] = [
    [66, 96, 24, 'violet'],
    [352, 78, 30, 'green'],
    [92, 214, 20, 'cyan'],
    [338, 206, 26, 'gold'],
    [212, 44, 16, 'red'],
  ];
  const ecosystem = `${stars('story-3', 40, 420, 280)}<g fill="none" stroke="${INK.line}" stroke-width="2"><ellipse cx="210" cy="142" rx="160" ry="92"/><ellipse cx="210" cy="142" rx="110" ry="62" stroke-dasharray="4 8"/></g>${ball({ id: 'e', cx: 210, cy: 142, radius: 46, colours: BALL.court, turn: { yaw: 0.2, pitch: 0.5, roll: 0.3 } })}${moons.map(([x, y, r, colour], index) => ball({ id: `m${index}`, cx: x, cy: y, radius: r, colours: BALL[colour], turn: { yaw: index, pitch: 0.3, roll: index / 2 } })).join('')}`;
  const join = `${stars('story-4', 40, 420, 180)}${ground}<g transform="translate(210 138)"><ellipse cx="0" cy="0" rx="150" ry="58" fill="none" stroke="${INK.violet}" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round"/></g>${person(66, 152, INK.violet, 0.9)}${person(138, 204, INK.cyan, 1)}${person(282, 204, INK.green, 1)}${person(354, 152, INK.gold, 0.9)}<g transform="translate(210 92)"><circle r="46" fill="${INK.court}" opacity=".18"/>${seat(0, 8)}</g>`;
  return [beginning, vision, ecosystem, join].map((content) => svgFile(420, 280, content));
}

/** What stands in for a stream that nobody has asked for yet: an arena seen from the last row. */
export function streamPicture(seed: 'main-court' | 'crew-lab'): string {
  const [light, floor] = seed === 'main-court' ? [INK.court, '#3a1d12'] : [INK.cyan, '#0d2b3d'];
  const next = numbersFrom(seed);
  const crowd = Array.from({ length: 130 }, () => {
    const [x, y] = [next() * 640, 116 + next() * 76];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(2 + next() * 2.5).toFixed(1)}" opacity="${(0.25 + next() * 0.5).toFixed(2)}"/>`;
  }).join('');
  return svgFile(
    640,
    360,
    `<defs><radialGradient id="l" cx="50%" cy="0%" r="100%"><stop offset="0" stop-color="${light}" stop-opacity=".5"/><stop offset="1" stop-color="${INK.space}" stop-opacity="0"/></radialGradient></defs><rect width="640" height="360" fill="#0b0919"/><rect width="640" height="360" fill="url(#l)"/><g fill="${INK.violet}">${crowd}</g><path d="M96 196H544L636 360H4z" fill="${floor}"/><g fill="none" stroke="${light}" stroke-width="3" opacity=".85"><path d="M96 196H544L636 360H4z"/><path d="M320 196V360"/><ellipse cx="320" cy="270" rx="76" ry="26"/><path d="M90 214Q190 268 44 326M550 214Q450 268 596 326"/></g><g stroke="${light}" stroke-opacity=".16" stroke-width="34"><path d="M150 0L60 200M320 0V190M490 0L580 200"/></g>${ball({ id: 'b', cx: 320, cy: 128, radius: 26, colours: BALL.court, turn: { yaw: 0.5, pitch: 0.2, roll: 0.4 } })}`,
  );
}
