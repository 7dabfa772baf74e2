import type { Scenario as Told } from './scenario.ts';

export type { Part } from './scenario.ts';
export { TOPICS, type TopicId } from './topics.ts';
export type { PanelName, Said } from './words.ts';

export const GROUPS = ['pods', 'watching', 'access', 'extend', 'api', 'node', 'network'] as const;
export type Scenario = Told & { readonly group: (typeof GROUPS)[number] };

const DECLARED = Object.entries(import.meta.glob<object>(['./*/*.ts', '!./*/*.claims.ts'], { eager: true }));

/** Every scenario that a file of the group's folder exports, in its place. */
function ofGroup(group: (typeof GROUPS)[number]): readonly Scenario[] {
  return DECLARED.filter(([path]) => path.startsWith(`./${group}/`))
    .flatMap(([, exported]) => Object.values(exported).filter(isScenario))
    .sort((a, b) => a.place - b.place)
    .map((scenario) => ({ ...scenario, group }));
}

function isScenario(exported: unknown): exported is Told {
  return typeof exported === 'object' && exported !== null && 'parts' in exported;
}

/** Everything that can be opened, in the order of the menu. */
export const SCENARIOS: readonly Scenario[] = GROUPS.flatMap(ofGroup);
