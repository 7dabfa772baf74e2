import { readBrought } from '../brought/read-brought.ts';
import { sayComplaint, sayRemark } from '../brought/words.ts';
import { clusterProblem } from '../protocol/cluster-check.ts';
import type { ClusterConfig } from '../protocol/run-description.ts';
import type { ClusterOptions, Files, Language } from './contract.ts';

export interface ReadOptions {
  readonly cluster: ClusterConfig;
  readonly seed: number;
  readonly language: Language;
  readonly remarks: readonly string[];
}

const KNOWN: readonly string[] = [
  'nodes',
  'seed',
  'language',
  'etcdMembers',
  'delays',
  'faults',
  'pools',
  'zones',
  'families',
  'proxy',
  'authorization',
  'withoutAdmission',
  'from',
] satisfies readonly (keyof ClusterOptions)[];

/** The cluster that somebody asks for; what cannot be one is refused in words. */
export function readOptions(options: ClusterOptions): ReadOptions {
  if (typeof options !== 'object' || options === null) throw new Error('the options of a cluster are an object');
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new Error(`a cluster has no option ${unknown}: there are ${KNOWN.join(', ')}`);
  const { nodes = 3, seed = 1, language = 'en', from, ...settings } = options;
  if (!Number.isSafeInteger(seed)) throw new Error('seed is not a whole number');
  if (language !== 'en' && language !== 'zh') throw new Error('language is neither en nor zh');
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const { start, remarks } = from === undefined ? { start: {}, remarks: [] } : startOf(from, language);
  const cluster: ClusterConfig = { nodes, latencies: 'realistic', ...given, ...start };
  const problem = clusterProblem(cluster);
  if (problem !== undefined) throw new Error(problem.replace(/^cluster\./, ''));
  return { cluster, seed, language, remarks };
}

/** What a cluster of their own begins with. */
function startOf(from: string | Files, language: Language) {
  const files = typeof from === 'string' ? { 'cluster.json': from } : from;
  const read = readBrought(
    Object.entries(files).map(([name, text]) => ({ name, text })),
    { allBegin: true },
  );
  const remarks = [
    ...read.complaints.map((each) => sayComplaint(language, each)),
    ...read.remarks.map((each) => sayRemark(language, each)),
  ];
  if (read.start === undefined) throw new Error(['no object of a cluster is in `from`', ...remarks].join('\n'));
  return { start: { start: read.start }, remarks };
}
