import { expect, it } from 'vitest';
import { SCENARIOS } from '../scenarios/index.ts';
import { loadScenario } from './one-scenario.ts';

it('every scenario is found by its name without the others', async () => {
  for (const scenario of SCENARIOS) expect(await loadScenario(scenario.id), scenario.id).toEqual(scenario);
  for (const id of ['', 'none', '__proto__', 'words']) expect(await loadScenario(id)).toBeUndefined();
});
