import { readFileSync } from 'node:fs';
import { parseManifests } from '../../src/api/yaml/index.ts';
import { ADMISSION_PLUGINS } from '../../src/protocol/admission-plugins.ts';
import { clusterProblem } from '../../src/protocol/cluster-check.ts';
import type { ClusterConfig } from '../../src/protocol/run-description.ts';

/** Settings that have an option of their own name, as `--pods-per-node`; its value is read as YAML, a list also with commas. */
const OPTIONS = {
  pools: 'yaml',
  zones: 'list',
  addons: 'list',
  families: 'list',
  authorization: 'list',
  'without-admission': 'list',
  'without-authenticators': 'list',
  proxy: 'yaml',
  'ipvs-scheduler': 'yaml',
  'pods-per-node': 'yaml',
  'etcd-quota-bytes': 'yaml',
  'client-limits': 'yaml',
  latencies: 'yaml',
} as const;

export const SETTING_OPTIONS: readonly string[] = ['cluster', ...Object.keys(OPTIONS)];

export const SETTINGS_USAGE = `  --cluster FILE         the settings of the cluster, as YAML or JSON: what the page's dialog shows as a file
  --pools POOLS          pools of machines: '[{name: gpu, nodes: 2, cpu: "8", taints: ["dedicated=gpu:NoSchedule"]}]'
  --zones A,B            zones over which nodes are spread by turns
  --proxy MODE           iptables, ipvs, nftables, userspace or none
  --families LIST        IPv4, IPv6, or both, the primary one first
  --addons LIST          of dns, load-balancers, component-leases
  --authorization LIST   authorizers in their order; --without-authenticators and --without-admission LIST switch off
                         Other settings: --ipvs-scheduler, --pods-per-node, --etcd-quota-bytes, --client-limits none,
                         --latencies zero`;

type Settings = Partial<ClusterConfig>;

/** What the file and the options say, each over the one before; a text that says what of it is wrong, and where. */
export function readSettings(values: ReadonlyMap<string, string>, others: Settings): Settings | string {
  const path = values.get('cluster');
  const file = path === undefined ? {} : readFile(path);
  if (typeof file === 'string') return file;
  const own: { [name: string]: unknown } = {};
  for (const [option, form] of Object.entries(OPTIONS)) {
    const text = values.get(option);
    if (text === undefined) continue;
    const value = form === 'list' && !text.includes('[') ? text.split(',').map((each) => each.trim()) : yamlOf(text);
    if (value === undefined) return `--${option} is not YAML: ${text}`;
    own[option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  // Options are checked without the file: whoever reads what is wrong knows where it stands.
  return (
    problemOf(file, `${path}: `) ??
    problemOf({ ...own, ...others }, '') ??
    problemOf({ ...file, ...own, ...others }, '') ?? {
      ...file,
      ...own,
      ...others,
    }
  );
}

function problemOf(settings: Settings, where: string): string | undefined {
  const problem = clusterProblem({ nodes: 3, latencies: 'realistic', ...settings });
  if (problem !== undefined) return `${where}${problem}`;
  const unknown = settings.withoutAdmission?.find((name) => !ADMISSION_PLUGINS.includes(name));
  return unknown === undefined
    ? undefined
    : `${where}cluster.withoutAdmission has ${unknown}, which is no plugin: there are ${ADMISSION_PLUGINS.join(', ')}`;
}

function readFile(path: string): Settings | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
  const { documents, errors } = parseManifests(text);
  const [error] = errors;
  if (error !== undefined) return `${path}:${error.line}: ${error.message}`;
  const value = documents[0]?.object;
  if (documents.length !== 1 || typeof value !== 'object' || value === null || Array.isArray(value))
    return `${path} is not one description of a cluster, as: nodes: 3`;
  return value as Settings;
}

function yamlOf(text: string): unknown {
  const { documents, errors } = parseManifests(`value: ${text}\n`);
  return errors.length > 0 ? undefined : (documents[0]?.object as { readonly value?: unknown } | undefined)?.value;
}
