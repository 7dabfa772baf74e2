export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
}

/** `name`, `name:b` for a boolean, `name:i` for a whole number, in the order of the document. */
function queries(text: string): readonly Parameter[] {
  return text.split(' ').map((word) => {
    const [name = '', type] = word.split(':');
    return { name, in: 'query', type: type === 'b' ? 'boolean' : type === 'i' ? 'integer' : 'string' };
  });
}

const LISTING = 'continue fieldSelector labelSelector limit:i';
const VERSIONS = 'resourceVersion resourceVersionMatch sendInitialEvents:b timeoutSeconds:i';
const REMOVAL =
  'dryRun gracePeriodSeconds:i ignoreStoreReadErrorWithClusterBreakingPotential:b orphanDependents:b propagationPolicy';

/** What each kind of operation takes besides what its path names. */
const TEXTS: Readonly<Record<string, string>> = {
  get: 'pretty',
  list: `allowWatchBookmarks:b ${LISTING} pretty ${VERSIONS} watch:b`,
  post: 'dryRun fieldManager fieldValidation pretty',
  put: 'dryRun fieldManager fieldValidation pretty',
  patch: 'dryRun fieldManager fieldValidation force:b pretty',
  delete: `${REMOVAL} pretty`,
  deletecollection: `continue dryRun fieldSelector gracePeriodSeconds:i ignoreStoreReadErrorWithClusterBreakingPotential:b labelSelector limit:i orphanDependents:b pretty propagationPolicy resourceVersion resourceVersionMatch sendInitialEvents:b timeoutSeconds:i`,
  PodExecOptions: 'command container stderr:b stdin:b stdout:b tty:b',
  PodAttachOptions: 'container stderr:b stdin:b stdout:b tty:b',
  PodPortForwardOptions: 'ports:i',
  PodProxyOptions: 'path',
  ServiceProxyOptions: 'path',
  NodeProxyOptions: 'path',
  log: 'container follow:b insecureSkipTLSVerifyBackend:b limitBytes:i pretty previous:b sinceSeconds:i stream tailLines:i timestamps:b',
};

// Models staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
export function parametersOf(what: string): readonly Parameter[] {
  const text = TEXTS[what];
  return text === undefined ? [] : queries(text);
}

/** Those that a path itself names. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
export function pathParameters(path: string): readonly Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return names.sort().map((name) => ({ name, in: 'path', type: 'string' }));
}
