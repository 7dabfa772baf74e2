import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { printerFor } from '../../print/objects.ts';
import { exactlyOneName, Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { CreateOptions } from './flags.ts';

const BOUND: ReadonlyMap<string, string> = new Map([
  ['Node', 'v1'],
  ['Pod', 'v1'],
  ['Secret', 'v1'],
]);

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_token.go (v1.36) */
export function* createToken(
  session: Session,
  words: readonly string[],
  options: CreateOptions<'create token'>,
): Process<number | Failure> {
  const account = exactlyOneName(words, options);
  if (typeof account !== 'string') return account;
  if (account === '') return failure('service account name is required');
  const isShown = options.has('output') || options.has('template');
  const printer = isShown ? printerFor(session, options) : undefined;
  if (isFailure(printer)) return printer;
  const wrong = problemWith(options);
  if (wrong !== undefined) return failure(wrong);
  const response = yield* session.call({
    method: 'POST',
    path: `/api/v1/namespaces/${session.namespace}/serviceaccounts/${account}/token`,
    accept: 'application/json, */*',
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {},
      spec: specOf(options),
      status: { token: '', expirationTimestamp: null },
    },
  });
  const { message, status } = response.body as { message?: string; status?: { readonly token?: string } };
  if (response.code >= 300) return new Failure(`error: failed to create token: ${message ?? ''}\n`);
  const object = response.body as KObject;
  const text = printer === undefined ? (status?.token ?? '') : printer.print([object], object, false);
  if (isFailure(text)) return text;
  session.print(text);
  return 0;
}

function specOf(options: CreateOptions<'create token'>): JsonObject {
  const audiences = options.list('audience');
  const seconds = Math.floor((options.micros('duration') ?? 0) / SECOND);
  const kind = options.text('bound-object-kind') ?? '';
  const uid = options.text('bound-object-uid') ?? '';
  const name = options.text('bound-object-name');
  const bound = { kind, apiVersion: BOUND.get(kind), name, ...(uid === '' ? {} : { uid }) };
  return {
    audiences: audiences.length === 0 ? null : audiences,
    ...(seconds === 0 ? undefined : { expirationSeconds: seconds }),
    boundObjectRef: kind === '' ? null : bound,
  } as JsonObject;
}

function problemWith(options: CreateOptions<'create token'>): string | undefined {
  const micros = options.micros('duration') ?? 0;
  if (micros < 0) return '--duration must be greater than or equal to 0';
  if (micros % SECOND !== 0) return '--duration cannot be expressed in units less than seconds';
  if (options.list('audience').includes('')) return '--audience must not be an empty string';
  const kind = options.text('bound-object-kind') ?? '';
  const name = options.text('bound-object-name') ?? '';
  const uid = options.text('bound-object-uid') ?? '';
  if (kind === '') {
    const alone = name !== '' ? 'name' : uid !== '' ? 'uid' : undefined;
    return alone === undefined
      ? undefined
      : `--bound-object-${alone} can only be set if --bound-object-kind is provided`;
  }
  if (!BOUND.has(kind)) return `supported --bound-object-kind values are ${[...BOUND.keys()].join(', ')}`;
  return name === '' ? '--bound-object-name is required if --bound-object-kind is provided' : undefined;
}
