// Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36) and what create and replace refuse beside --raw

import { goJson } from '../../../api/go-json.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, failureOf } from '../errors.ts';
import { fileNamed } from '../files.ts';
import { orderedAsSent } from '../print/objects.ts';
import { rawAddress, rawAddressProblem } from '../raw-address.ts';
import type { Session } from '../session.ts';

const EXCLUSIVE: readonly (readonly [flag: string, shown: string])[] = [
  ['edit', '--edit'],
  ['recursive', '--recursive'],
  ['selector', '--selector (-l)'],
  ['output', '--output'],
];

/** Sends one file as it is, and shows the answer as it is. */
export function* sendRaw(session: Session, method: 'POST' | 'PUT', options: Options): Process<number | Failure> {
  const raw = options.text('raw') ?? '';
  const files = options.list('filename');
  const isGiven = (flag: string): boolean => (options.text(flag) ?? 'false') !== 'false';
  const [beside] = EXCLUSIVE.filter(([flag]) => isGiven(flag));
  if (beside?.[0] === 'edit') return failure(`--raw and ${beside[1]} are mutually exclusive`);
  if (files.length !== 1 || session.made.has(files[0] ?? ''))
    return failure('--raw can only use a single local file or stdin');
  const [file = ''] = files;
  if (/^https?:\/\//.test(file)) return failure('--raw cannot read from a url');
  if (beside !== undefined) return failure(`--raw and ${beside[1]} are mutually exclusive`);
  const wrong = rawAddressProblem(raw);
  if (wrong !== undefined) return wrong;
  const body = file === '-' ? (session.invocation.stdin ?? '') : fileNamed(session, file);
  if (body === undefined) return failure(`open ${file}: no such file or directory`);
  const response = yield* session.call({
    method,
    ...rawAddress(raw),
    accept: 'application/json, */*',
    body: decoded(body),
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  session.print(typeof response.body === 'string' ? response.body : `${goJson(orderedAsSent(response.body))}\n`);
  return 0;
}

/** Objects cross the transport as values; what is no JSON is the server's to refuse. */
function decoded(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
