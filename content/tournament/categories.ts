import type { Category } from '../schema/tournament-schema.ts';

export const categories: Category[] = [
  { name: 'Assistants', slug: 'assistants', line: 'Ask, think and write in one chat.' },
  { name: 'Coding', slug: 'coding', line: 'Write, read and repair software.' },
  { name: 'Image', slug: 'image', line: 'Make and edit pictures.' },
  { name: 'Video', slug: 'video', line: 'Make and edit moving pictures.' },
  { name: 'Music', slug: 'music', line: 'Songs and scores from a prompt.' },
  { name: 'Voice', slug: 'voice', line: 'Speak, clean up and clone voices.' },
  { name: 'Research', slug: 'research', line: 'Find sources and read them with you.' },
  { name: 'Writing', slug: 'writing', line: 'Correct, translate and draft text.' },
  { name: 'Design & Slides', slug: 'design-slides', line: 'Layouts, brands and presentations.' },
  { name: 'Productivity', slug: 'productivity', line: 'Notes, calendars and daily work.' },
  { name: 'Meetings', slug: 'meetings', line: 'Transcripts, notes and follow-ups.' },
  { name: 'Automation', slug: 'automation', line: 'Connect apps and let work run.' },
  { name: 'Models', slug: 'models', line: 'Find, run and share models.' },
  { name: '3D & Games', slug: '3d-games', line: 'Assets for worlds you can play in.' },
  { name: 'Clips & Streaming', slug: 'clips-streaming', line: 'Turn long streams into short clips.' },
  { name: 'Data', slug: 'data', line: 'Ask questions about tables and charts.' },
];
