import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listDrawnFiles, renderBrandFiles } from '../features/site/brand.commands.ts';
import { openPictures } from '../pictures/pictures.ts';
import { openLog } from '../server/log.ts';

// Redraws all files of public/. Run it after changes to the drawings, the team or the partners.
const pictures = openPictures(openLog('warn'));
const files = [...listDrawnFiles(), ...(await renderBrandFiles({ pictures }))];
for (const { path, content } of files) {
  const file = join('public', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
await pictures.close();
console.log(`${files.length} files drawn into public/`);
