import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { Failure, failure } from '../errors.ts';
import type { Session } from '../session.ts';

const BOUND: { readonly [kind: string]: string } = { Pod: 'v1', Secret: 'v1', Node: 'v1' };
const SECOND = 1_000_000;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_token.go (v1.36) */
export function* createToken(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [account = ''] = words;
  if (words.length !== 1) return failure(`exactly one NAME is required, got ${words.length}`);
  const kind = options.text('bound-object-kind');
  if (kind !== undefined && BOUND[kind] === undefined) {
    return failure(`supported --bound-object-kind values are ${Object.keys(BOUND).sort().join(', ')}`);
  }
  const name = options.text('bound-object-name');
  if (kind !== undefined && name === undefined) {
    return failure('--bound-object-name is required if --bound-object-kind is provided');
  }
  if (kind === undefined && name !== undefined) {
    return failure('--bound-object-name can only be set if --bound-object-kind is provided');
  }
  const uid = options.text('bound-object-uid');
  const micros = options.micros('duration');
  const audiences = options.list('audience');
  const response = yield* session.call({
    method: 'POST',
    path: `/api/v1/namespaces/${session.namespace}/serviceaccounts/${account}/token`,
    accept: 'application/json, */*',
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {},
      spec: {
        audiences: audiences.length === 0 ? null : audiences,
        ...(micros === undefined ? undefined : { expirationSeconds: Math.floor(micros / SECOND) }),
        boundObjectRef:
          kind === undefined ? null : { kind, apiVersion: BOUND[kind], name, ...(uid === undefined ? {} : { uid }) },
      },
      status: { token: '', expirationTimestamp: null },
    },
  });
  const { message, status } = response.body as { message?: string; status?: { readonly token?: string } };
  if (response.code >= 300) return new Failure(`error: failed to create token: ${message ?? ''}\n`);
  session.print(status?.token ?? '');
  return 0;
}
