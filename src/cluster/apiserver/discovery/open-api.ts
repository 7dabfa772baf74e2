import { allResources } from '../../../api/scheme/scheme.ts';
import { fnv1a } from '../../../base/bytes/hash.ts';
import { hexDigits } from '../../../base/bytes/hex.ts';
import { builtInDocument, smallDocument } from '../openapi/documents.ts';
import { byGroup, type GroupVersion, groupVersions } from './group-versions.ts';

/**
 * A hash of all built-in documents, which are too large to be made for the index: a test says what it must be. Clients keep documents
 * on their disks by it, also those of an older build.
 */
export const CONTENTS = 3_381_304_913;

/** The index: where the document of each group and version is, by a hash that changes with it. */
// Models staging/src/k8s.io/kube-openapi/pkg/handler3/handler.go (v1.36)
export function openApiIndex(custom: ReadonlyMap<string, string>): object {
  const found = new Map<string, string>();
  const add = (path: string): void => {
    found.set(path, `${path}@${CONTENTS}`);
  };
  add('.well-known/openid-configuration');
  add('api');
  add('api/v1');
  add('apis');
  for (const [group, versions] of [...byGroup([])].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (group === '') continue;
    add(`apis/${group}`);
    for (const { version } of versions) add(`apis/${group}/${version}`);
  }
  add('openid/v1/jwks');
  add('version');
  for (const [groupVersion, content] of custom) found.set(`apis/${groupVersion}`, content);
  const paths: Record<string, { serverRelativeURL: string }> = {};
  for (const [path, content] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(content)}` };
  }
  return { paths };
}

/** 128 hexadecimal digits. */
function hashOf(content: string): string {
  let text = '';
  for (let i = 0; i < 16; i += 1) text += hexDigits(fnv1a(`${content}#${i}`), 8);
  return text.toUpperCase();
}

/**
 * The document of a group version, or of what the server tells of itself. Few look into it, so it is made when somebody does.
 */
// Models staging/src/k8s.io/kube-openapi/pkg/handler3 (v1.36)
export function openApiDocument(path: string): object | undefined {
  const found = groupVersions([]).find((each) => rootPath(each) === path);
  if (found === undefined && !TOLD.has(path) && !isGroup(path)) return undefined;
  return lazyDocument(() =>
    found === undefined ? smallDocument(path) : builtInDocument(found.group, found.version, found.resources),
  );
}

interface OpenApiParts {
  readonly paths: object;
  readonly components: object;
}

function lazyDocument(make: () => OpenApiParts): object {
  let made: OpenApiParts | undefined;
  const parts = (): OpenApiParts => {
    made ??= make();
    return made;
  };
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    get paths() {
      return parts().paths;
    },
    get components() {
      return parts().components;
    },
  };
}

const TOLD: ReadonlySet<string> = new Set([
  '.well-known/openid-configuration',
  'api',
  'apis',
  'openid/v1/jwks',
  'version',
]);

function isGroup(path: string): boolean {
  return allResources().some(({ group }) => group !== '' && path === `apis/${group}`);
}

function rootPath({ group, version }: GroupVersion): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}
