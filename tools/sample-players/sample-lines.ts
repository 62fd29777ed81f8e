/** Greetings that sample players post in a new squad's chat. */
export const GREETINGS = [
  'Hey all, good to be here. Who brings the ball up?',
  'Hi everybody! Ready when you are.',
  'Glad we found each other. Let us get a few games in.',
  'Hello squad. I will set screens all night if you hit the open man.',
  'Hey! First game easy, then we see what we are made of.',
  'Good to meet you. I am warmed up already.',
] as const;

/** Answers to common questions. The first match wins; a message without a match gets no answer. */
export const ANSWERS: readonly { about: RegExp; lines: readonly string[] }[] = [
  {
    about: /\b(thanks?|thank you|thx|ty)\b/i,
    lines: ['Any time.', 'You are welcome!', 'Happy to.'],
  },
  {
    about: /\b(gg|good games?|well played|wp)\b/i,
    lines: ['Good games! Same again soon?', 'GG, that was fun.', 'Well played, everybody.'],
  },
  {
    about: /\b(mic|mics|microphone|discord|voice)\b/i,
    lines: ['Mic works here.', 'I can talk, or we use pings, as you like.', 'Voice is fine for me.'],
  },
  {
    about: /\b(position|guard|center|point|seat)\b.*\?|\bwho (plays|takes)\b/i,
    lines: ['I take the seat that the court shows for me.', 'I can slide over if somebody wants mine.'],
  },
  {
    about: /\b(when|what time|tonight|tomorrow|today|session|schedule)\b/i,
    lines: [
      'Put a time up under sessions and I will answer it.',
      'Any evening works. Propose one and I say yes.',
      'I am around. Pick a time and we go.',
    ],
  },
  {
    about: /\b(ready|now|start|invite|lobby|go)\b/i,
    lines: ['Ready here.', 'Good to go.', 'In. Send the invite when you are set.'],
  },
  {
    about: /\b(hi|hello|hey|yo|sup|what'?s up|morning|evening)\b/i,
    lines: ['Hey!', 'Hi there, good to see you.', 'Yo! How are things?'],
  },
  {
    about: /\?\s*$/,
    lines: ['Whatever works for the squad works for me.', 'I am easy, you decide.'],
  },
];
