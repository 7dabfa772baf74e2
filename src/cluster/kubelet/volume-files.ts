// Models pkg/volume/{configmap,secret,downwardapi,projected} MakePayload and pkg/fieldpath/fieldpath.go FormatMap (v1.36)

import type { Container, KeyToPath, Pod, Volume } from '../../api/types/core.ts';
import type { StringMap } from '../../api/types/meta.ts';
import { fromBase64 } from '../../base/base64.ts';
import { sortedKeys } from '../../base/order.ts';
import type { ProjectedFile } from './rows.ts';

export interface Keyed {
  readonly data?: StringMap;
  readonly binaryData?: StringMap;
}

/** The files that a ConfigMap or a Secret is: all of its keys, or those that are named. Bytes that are no text are left out. */
export function payloadOf(kind: string, object: Keyed, items: readonly KeyToPath[]): readonly ProjectedFile[] {
  const textOf = (text: string): string => (kind === 'secret' ? (fromBase64(text) ?? '') : text);
  const { data = {} } = object;
  const wanted = items.length > 0 ? items : sortedKeys(Object.keys(data)).map((key) => ({ key, path: key }));
  return wanted.flatMap(({ key, path }) => {
    const text = data[key];
    return text === undefined ? [] : [{ path, text: textOf(text) }];
  });
}

type Items = NonNullable<NonNullable<Volume['downwardAPI']>['items']>;
type Field = (item: Items[number]) => string;

/** All labels or annotations, one a line. */
export function mapText(map: StringMap = {}): string {
  return sortedKeys(Object.keys(map))
    .map((key) => `${key}=${JSON.stringify(map[key])}`)
    .join('\n');
}

/** What a container finds of its volumes, by absolute path; where they are mounted, folders end in a slash. */
export function filesOf(
  { volumes = [] }: Pod['spec'],
  { volumeMounts = [] }: Pick<Container, 'volumeMounts'>,
  contents: ReadonlyMap<string, readonly ProjectedFile[]>,
  field: Field,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { name, mountPath, subPath = '' } of volumeMounts) {
    const volume = volumes.find((each) => each.name === name);
    const told = toldFiles(volume, field);
    if (subPath === '') files.set(`${mountPath}/`, '');
    for (const { path, text } of [...(contents.get(name) ?? []), ...told]) {
      if (path === subPath) files.set(mountPath, text);
      else if (subPath === '') files.set(`${mountPath}/${path}`, text);
      else if (path.startsWith(`${subPath}/`)) files.set(`${mountPath}${path.slice(subPath.length)}`, text);
    }
  }
  return files;
}

/** What a volume tells of its Pod: as it is when somebody reads. */
function toldFiles(volume: Volume | undefined, field: Field): readonly ProjectedFile[] {
  const sources = volume?.projected?.sources ?? [];
  const items: Items = [
    ...(volume?.downwardAPI?.items ?? []),
    ...sources.flatMap(({ downwardAPI }) => downwardAPI?.items ?? []),
  ];
  return items.map((item) => ({ path: item.path, text: field(item) }));
}
