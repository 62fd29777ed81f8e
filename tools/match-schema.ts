import { parseArgs } from 'node:util';
import { createFormatSchema } from './matcher-formats.ts';

const { values: options } = parseArgs({ options: { schema: { type: 'string', default: '' } } });

try {
  console.log(JSON.stringify(createFormatSchema(options.schema), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
