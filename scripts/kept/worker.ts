// Records scenarios, one after the other, for who started it: FOLDER is where their files go. Says `next` when it wants one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { packedFile } from './packed-file.ts';
import { recordScenario } from './record.ts';

const [folder = ''] = process.argv.slice(2);

process.on('message', (id: string) => {
  const scenario = SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) process.exit(1);
  for (const file of recordScenario(scenario)) writeFileSync(join(folder, `${file.name}.js`), packedFile(file));
  process.send?.('next');
});
process.send?.(SCENARIOS.map(({ id }) => id));
