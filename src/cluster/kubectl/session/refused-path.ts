/**
 * Why a path cannot be sent.
 *
 * Models staging/src/k8s.io/client-go/rest/request.go IsValidPathSegmentName (v1.36)
 */
export function refusedPath(path: string): string | undefined {
  if (!/%|\/\.\.?(?:\/|$)/.test(path)) return undefined;
  const segments = path.split('/');
  for (const [at, part] of segments.entries()) {
    if (part === '%') return 'error: resource name may not be empty';
    const text = part.replaceAll('%2F', '/').replaceAll('%25', '%');
    const wrong = ['.', '..'].includes(text)
      ? `may not be '${text}'`
      : ['/', '%'].filter((char) => text.includes(char)).map((char) => `may not contain '${char}'`)[0];
    if (wrong === undefined) continue;
    const namespace = segments[at - 1] === 'namespaces' && at + 1 < segments.length;
    return namespace ? `invalid namespace "${text}": [${wrong}]` : `error: invalid resource name "${text}": [${wrong}]`;
  }
  return undefined;
}
