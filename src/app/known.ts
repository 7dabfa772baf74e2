import { SCENARIOS } from '../scenarios/index.ts';
import { panels } from '../ui/panels/list.ts';
import type { Known } from './open-asked.ts';

/** All scenarios and all tabs. */
export const KNOWN: Known = {
  scenario: (id) => SCENARIOS.find((each) => each.id === id),
  isPanel: (id) => panels.some((panel) => panel.id === id),
};
