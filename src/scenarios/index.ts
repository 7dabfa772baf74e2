import { accessScenarios } from './access/index.ts';
import { apiScenarios } from './api/index.ts';
import { extendScenarios } from './extend/index.ts';
import { networkScenarios } from './network/index.ts';
import { nodeScenarios } from './node/index.ts';
import { podScenarios } from './pods/index.ts';
import type { Scenario as Told } from './scenario.ts';
import { watchingScenarios } from './watching/index.ts';

export type { Part } from './scenario.ts';
export { TOPICS, type TopicId } from './topics.ts';
export type { PanelName, Said } from './words.ts';

export const GROUPS = ['pods', 'watching', 'access', 'extend', 'api', 'node', 'network'] as const;
export type Scenario = Told & { readonly group: (typeof GROUPS)[number] };

const BY_GROUP: { readonly [group in (typeof GROUPS)[number]]: readonly Told[] } = {
  pods: podScenarios,
  watching: watchingScenarios,
  access: accessScenarios,
  extend: extendScenarios,
  api: apiScenarios,
  node: nodeScenarios,
  network: networkScenarios,
};

/** Everything that can be opened, in the order of the menu. */
export const SCENARIOS: readonly Scenario[] = GROUPS.flatMap((group) =>
  BY_GROUP[group].map((scenario) => ({ ...scenario, group })),
);
