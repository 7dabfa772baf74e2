import { goJson } from '../../../../api/go/json-text.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, discover } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { printKyaml } from '../../print/kyaml.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  'api-group cached:b categories:l namespaced:b no-headers:b o/output show-managed-fields:b sort-by verbs:l';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'api-resources',
      order: 39,
      group: 'about',
      does: 'lists the kinds that the server knows',
      flags: FLAGS,
      defaults: { namespaced: 'true' },
      looks: true,
      run: apiResources,
    },
  ];
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apiresources/apiresources.go (v1.36) */
function* apiResources(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const output = options.text('output') ?? '';
  if (words.length > 0) {
    return failure(`unexpected arguments: [${words.join(' ')}]\nSee 'kubectl api-resources -h' for help and examples`);
  }
  const order = options.text('sort-by') ?? '';
  if (!['', 'name', 'kind'].includes(order)) return failure('--sort-by accepts only name or kind');
  const whole = WHOLE.includes(output);
  if (!whole && !['', 'wide', 'name'].includes(output))
    return failure(
      `unable to match a printer suitable for the output format "${output}", allowed formats are: json,kyaml,name,wide,yaml`,
    );
  const known = (yield* discover(session, !options.is('cached'))).filter((one) => isWanted(one, options));
  const seen = new Set<string>();
  const preferred = known.filter(({ group, resource }) => {
    const key = `${group}/${resource}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
  const sorted = [...preferred].sort(
    (a, b) =>
      (order === 'kind' ? compare(a.kind, b.kind) : order === 'name' ? 0 : compare(a.group, b.group)) ||
      compare(a.resource, b.resource),
  );
  if (whole) {
    session.print(resourceList(output, sorted));
    return 0;
  }
  if (output === 'name') {
    const names = sorted.map(({ group, resource }) => (group === '' ? resource : `${resource}.${group}`));
    session.print(names.map((name) => `${name}\n`).join(''));
    return 0;
  }
  const wide = output === 'wide';
  const writer = new TabWriter(TABLE_OPTIONS);
  if (!options.is('no-headers')) {
    writer.write(`NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND${wide ? '\tVERBS\tCATEGORIES' : ''}\n`);
  }
  for (const one of sorted) writer.write(`${rowOf(one, wide).join('\t')}\n`);
  session.print(writer.flush());
  return 0;
}

const WHOLE: readonly string[] = ['json', 'yaml', 'kyaml'];

/** All of them as one list, whatever their groups. */
function resourceList(output: string, sorted: readonly Discovered[]): string {
  const resources = sorted.map(({ group, version, resource, singular, kind, namespaced, verbs, ...names }) => ({
    name: resource,
    singularName: singular,
    namespaced,
    ...(group === '' ? {} : { group }),
    version,
    kind,
    verbs,
    ...(names.shortNames.length === 0 ? {} : { shortNames: names.shortNames }),
    ...(names.categories.length === 0 ? {} : { categories: names.categories }),
  }));
  const list = {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: '',
    resources: resources.length === 0 ? null : resources,
  };
  if (output === 'json') return `${goJson(list, { indent: 4 })}\n`;
  return output === 'yaml' ? printYaml(list) : printKyaml(list, 'as given');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isWanted({ group, namespaced, verbs, categories }: Discovered, options: Given): boolean {
  const wantedGroup = options.text('api-group');
  if (wantedGroup !== undefined && group !== wantedGroup) return false;
  if (!options.list('verbs').every((verb) => verbs.includes(verb))) return false;
  if (!options.list('categories').every((category) => categories.includes(category))) return false;
  return !options.has('namespaced') || options.is('namespaced') === namespaced;
}

function rowOf(one: Discovered, wide: boolean): readonly string[] {
  const apiVersion = one.group === '' ? one.version : `${one.group}/${one.version}`;
  const row = [one.resource, one.shortNames.join(','), apiVersion, String(one.namespaced), one.kind];
  return wide ? [...row, one.verbs.join(','), one.categories.join(',')] : row;
}
