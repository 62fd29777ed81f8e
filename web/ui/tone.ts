/** The colour a component speaks in; `data-tone` in the stylesheet turns it into solid, writing and fill. */
export type Tone = 'neutral' | 'violet' | 'cyan' | 'court' | 'green' | 'red' | 'gold';
