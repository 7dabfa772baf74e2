import type { Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import type { Session } from './session.ts';

interface OpenApiIndex {
  readonly paths?: { readonly [path: string]: { readonly serverRelativeURL: string } };
}

/**
 * Asks the server's OpenAPI whether it checks fields itself; every server since 1.25 does, so nothing is checked here.
 * The index is fetched each time, a group's document once (its address holds a hash and never changes its meaning).
 *
 * Models staging/src/k8s.io/kubectl/pkg/validation/schema.go, cli-runtime/pkg/resource/query_param_verifier_v3.go (v1.36)
 */
export function* askForFieldValidation(session: Session, apiVersion: string, kind: string): Process<void> {
  const path = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
  if (!session.flags.has('openapi-index')) {
    const index = yield* session.call({
      method: 'GET',
      path: '/openapi/v3',
      query: [['timeout', '32s']],
      accept: 'application/json, */*',
    });
    session.flags.set('openapi-index', index.body);
  }
  const body = session.flags.get('openapi-index') as OpenApiIndex | undefined;
  const url = body?.paths?.[path]?.serverRelativeURL;
  if (url !== undefined && session.cached(`openapi${url}`) === undefined) {
    const [document = '', query = ''] = url.split('?');
    const pairs = query.split('&').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    });
    const response = yield* session.call({ method: 'GET', path: document, query: [...pairs, ['timeout', '32s']] });
    session.ctx = session.ctx.step(kubectl.validated, `kubectl/${session.id}`, { kind, mode: 'server' });
    if (response.code === 200) session.remember(`openapi${url}`, true);
    return;
  }
  session.ctx = session.ctx.step(kubectl.validated, `kubectl/${session.id}`, { kind, mode: 'server' });
}
