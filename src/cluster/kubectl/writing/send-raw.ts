// Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36) and what create, replace and delete refuse beside --raw

import { jsonOrText } from '../../../api/go/json-syntax.ts';
import { goJson } from '../../../api/go/json-text.ts';
import type { Process } from '../../../engine/index.ts';
import { rawAddress, rawAddressProblem } from '../client/raw-address.ts';
import type { Options } from '../flags/options.ts';
import { orderedAsSent } from '../print/objects.ts';
import { type Failure, failure, failureOf } from '../session/errors.ts';
import { fileNamed } from '../session/files.ts';
import type { Session } from '../session/session.ts';

const EXCLUSIVE = [
  ['edit', '--edit'],
  ['recursive', '--recursive'],
  ['selector', '--selector (-l)'],
  ['output', '--output'],
] as const;

/** Sends one file as it is, or to delete none, and shows the answer as it is. */
export function* sendRaw(
  session: Session,
  method: 'POST' | 'PUT' | 'DELETE',
  options: Options<'raw'>,
): Process<number | Failure> {
  const raw = options.text('raw') ?? '';
  const files = options.list('filename');
  const mayGoWithout = method === 'DELETE';
  const isGiven = (flag: (typeof EXCLUSIVE)[number][0]): boolean => (options.given(flag) ?? 'false') !== 'false';
  const beside = EXCLUSIVE.find(([flag]) => isGiven(flag) && !(mayGoWithout && flag === 'selector'));
  if (beside?.[0] === 'edit') return failure(`--raw and ${beside[1]} are mutually exclusive`);
  const isOne = files.length === 1 && !session.made.has(files[0] ?? '');
  if (!isOne && !(mayGoWithout && files.length === 0))
    return failure('--raw can only use a single local file or stdin');
  const [file] = files;
  if (file !== undefined && /^https?:\/\//.test(file)) return failure('--raw cannot read from a url');
  if (beside !== undefined) return failure(`--raw and ${beside[1]} are mutually exclusive`);
  const wrong = rawAddressProblem(raw);
  if (wrong !== undefined) return wrong;
  const body = file === '-' ? (session.invocation.stdin ?? '') : file && fileNamed(session, file);
  if (file !== undefined && body === undefined) return failure(`open ${file}: no such file or directory`);
  const response = yield* session.call({
    method,
    ...rawAddress(raw),
    isRaw: true,
    accept: 'application/json, */*',
    ...(body === undefined ? {} : { body: jsonOrText(body) }),
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  session.print(typeof response.body === 'string' ? response.body : `${goJson(orderedAsSent(response.body))}\n`);
  return 0;
}
