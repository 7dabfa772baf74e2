import type { Scenario } from '../scenarios/index.ts';
import type { Scenario as Told } from '../scenarios/scenario.ts';

/** A scenario stands in the file of its name, but for those that share one. */
const ELSEWHERE: { readonly [id: string]: string } = {
  'rights-role': 'rights',
  'rights-cluster-role': 'rights',
  'rights-person': 'rights',
  hairpin: 'baffling',
  'no-endpoints': 'baffling',
  affinity: 'baffling',
  'local-policy': 'baffling',
  mtu: 'baffling',
  'dns-failure': 'baffling',
  'mode-nftables': 'proxy-modes',
  'mode-ipvs': 'proxy-modes',
  'mode-userspace': 'proxy-modes',
  'dual-stack': 'reach',
  'ipv6-only': 'reach',
  'traffic-distribution': 'reach',
  'load-balancer': 'reach',
  index: 'index-of-your-own',
};

const FILES = import.meta.glob<object>(['../scenarios/*/*.ts', '!../scenarios/*/*.claims.ts']);

/** One scenario without the others: who embeds it does not fetch them all. Undefined when there is none of that name. */
export async function loadScenario(id: string): Promise<Scenario | undefined> {
  const file = Object.hasOwn(ELSEWHERE, id) ? ELSEWHERE[id] : id;
  const path = Object.keys(FILES).find((each) => each.endsWith(`/${file}.ts`));
  const exported = await (path === undefined ? undefined : FILES[path]?.());
  const told = Object.values(exported ?? {}).find((one): one is Told => (one as Told | undefined)?.id === id);
  const [, , group = ''] = path?.split('/') ?? [];
  return told && { ...told, group: group as Scenario['group'] };
}
