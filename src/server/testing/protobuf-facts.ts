import { readFileSync } from 'node:fs';
import type { Field } from '../../api/schema/language.ts';

/** A field of a message: its number and its type in short, such as `[]string`, `{}Quantity` or `PodSpec`. */
export interface FactField {
  readonly name: string;
  readonly number: number;
  readonly type: string;
}

/** A message as its package declares it, fields by their numbers. */
export interface FactMessage {
  readonly package: string;
  readonly fields: readonly FactField[];
}

/** What the generated.proto files of v1.36.2 say: a package a section, a message a line. */
const SOURCE = readFileSync(new URL('../wire/testdata/protobuf-messages.txt', import.meta.url), 'utf8').trimEnd();

const packages = new Map<string, ReadonlyMap<string, FactMessage>>();
for (const section of SOURCE.split('# ').slice(1)) {
  const [name = '', ...lines] = section.trimEnd().split('\n');
  packages.set(name, new Map(lines.map((line) => readMessage(name, line))));
}

function readMessage(from: string, line: string): readonly [string, FactMessage] {
  const [name = '', ...words] = line.split(' ');
  const fields = words.map((word) => {
    const [, field = '', number, type = ''] = /^(\w+)=(\d+):(.*)$/.exec(word) ?? [];
    return { name: field, number: Number(number), type };
  });
  return [name, { package: from, fields }];
}

export const RUNTIME = 'k8s.io.apimachinery.pkg.runtime';

/** What every package may name. */
const COMMON = [
  'k8s.io.api.core.v1',
  'k8s.io.apimachinery.pkg.apis.meta.v1',
  'k8s.io.apimachinery.pkg.api.resource',
  'k8s.io.apimachinery.pkg.util.intstr',
  RUNTIME,
];

/** The package with the messages of a group version; `meta` is meta/v1. */
export function protoPackage(groupVersion: string): string {
  if (groupVersion === 'meta') return 'k8s.io.apimachinery.pkg.apis.meta.v1';
  if (groupVersion === 'v1') return 'k8s.io.api.core.v1';
  const [group = '', version = ''] = groupVersion.split('/');
  const short = group.split('.')[0] ?? '';
  if (short === 'apiextensions') return 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1';
  if (short === 'apiregistration') return 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1';
  return `k8s.io.api.${short}.${version}`;
}

/** The message that a package means by a name. */
export function factMessage(from: string, name: string): FactMessage {
  for (const each of [from, ...COMMON]) {
    const found = packages.get(each)?.get(name);
    if (found !== undefined) return found;
  }
  throw new Error(`no message ${name} in ${from}`);
}

export function listMessages(from: string): readonly (readonly [name: string, message: FactMessage])[] {
  return [...(packages.get(from) ?? [])].filter(([name]) => name.endsWith('List'));
}

/**
 * Whether a field of a message is that of a struct: `$ref` is `ref`, `x-kubernetes-map-type` is `xKubernetesMapType`, an embedded
 * struct is called by its type. Capitals come from the Go names here and there: `aPIGroup`, `Webhooks`.
 */
export function isNamed(name: string, { inline, go, json }: Field): boolean {
  const embedded = go === 'ProbeHandler' ? 'handler' : go;
  return (inline ? embedded : json.replace(/[$-]/g, '')).toLowerCase() === name.toLowerCase();
}
