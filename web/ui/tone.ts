/** A component's color; `data-tone` in the stylesheet maps it to solid, text and fill colors. */
export type Tone = 'neutral' | 'violet' | 'cyan' | 'orange' | 'green' | 'red' | 'gold';
