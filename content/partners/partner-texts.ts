import { paths } from '../paths.ts';

export const partnersTexts = {
  title: 'Partners',
  line: 'Tools and platforms the crew works with every day.',
  note:
    'These are public products of their makers. Being listed means that we use or link to them; ' +
    'it does not mean that they endorse or sponsor us. The marks are our own drawings.',
  visit: 'Visit',
  propose: {
    title: 'Build something players need?',
    text: "If your tool helps people play, stream or create, tell us on X or in voice chat. We'll try it before we list it.",
    action: { label: 'Get in touch', href: paths.help },
  },
} as const;
