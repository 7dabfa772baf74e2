import { isStatus, type Status } from '../../../api/errors/status.ts';
import { testCluster } from '../../../cluster/apiserver/testing.ts';
import type { ApiRequest, ApiResponse } from '../../../cluster/ports/transport.ts';
import { clusterKinds } from '../../../steps/index.ts';
import { toApiRequest } from '../../wire/request.ts';
import { badRequest, credentialsOf } from './generate.ts';
import { FUZZED } from './objects.ts';
import type { BadRequest } from './request.ts';

/** A request that was not answered as it should have been. */
export interface Wrong {
  readonly n: number;
  readonly request: BadRequest;
  readonly why: string;
}

export interface Outcome {
  readonly sent: number;
  readonly byCode: ReadonlyMap<number, number>;
  readonly wrong: readonly Wrong[];
}

const ADMIN = { as: credentialsOf('admin') };
const QUIET = { compaction: false, periodicBookmarks: false };
/** Virtual time until all is quiet: a list of a future revision waits for three seconds, flow schemas come back within a minute. */
const PATIENCE_MICROS = 65_000_000;

/** Sends requests one after another to one server, and judges the answers. */
export function runBadRequests(seed: number, from: number, count: number): Outcome {
  const cluster = testCluster({ config: QUIET, engine: { recording: 'off', maxSteps: 0 }, kinds: clusterKinds });
  cluster.request('POST', '/api/v1/namespaces', { metadata: { name: FUZZED } }, ADMIN);
  const byCode = new Map<number, number>();
  const wrong: Wrong[] = [];
  for (let n = from; n < from + count; n += 1) {
    const request = badRequest(seed, n);
    const before = cluster.engine.now;
    const answer = send(cluster, request);
    const waited = cluster.engine.now - before;
    const why =
      typeof answer === 'string'
        ? answer
        : (problem(request, answer) ?? (waited > PATIENCE_MICROS ? 'stuck' : undefined));
    if (why !== undefined) wrong.push({ n, request, why });
    if (typeof answer !== 'string') byCode.set(answer.code, (byCode.get(answer.code) ?? 0) + 1);
  }
  return { sent: count, byCode, wrong };
}

function send(cluster: ReturnType<typeof testCluster>, request: BadRequest): ApiResponse | string {
  const { clientCertificate, token } = credentialsOf(request.sender);
  const headers = { ...request.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const read = toApiRequest({
    method: request.method,
    target: request.target,
    rawHeaders: Object.entries({ 'user-agent': 'bad-requests', ...headers }).flat(),
    body: Buffer.from(request.body, 'utf8'),
    clientCertificate,
  });
  if ('unreadable' in read) return `unreadable: ${read.unreadable}`;
  try {
    return answerTo(cluster, read) ?? 'never answered';
  } catch (error) {
    return `threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function answerTo(cluster: ReturnType<typeof testCluster>, request: ApiRequest): ApiResponse | undefined {
  const response = cluster.send(request);
  response?.stream?.stop();
  return response;
}

/** Why an answer is not what it must be. */
function problem({ expected }: BadRequest, { code, body, stream }: ApiResponse): string | undefined {
  const shown = (): string => `${code} ${JSON.stringify(body)?.slice(0, 300)}`;
  if (expected === undefined)
    return stream === undefined && !isWellFormed(code, body) ? `ill-formed: ${shown()}` : undefined;
  if (code !== expected.code) return `code ${expected.code} was due, not ${shown()}`;
  if (expected.text !== undefined) return body === expected.text ? undefined : `another text: ${shown()}`;
  if (!isStatus(body)) return `no Status: ${shown()}`;
  if (expected.reason !== undefined && body.reason !== expected.reason)
    return `reason ${expected.reason} was due: ${shown()}`;
  const said = expected.message === undefined || expected.message.test(bare(body));
  return said && isWellFormed(code, body) ? undefined : `another message: ${shown()}`;
}

/** 500 is the right answer to a few requests, and nothing else may end so. */
const RIGHTLY_INTERNAL =
  /resourceVersion should not be set on objects to be created|resourceVersion: Invalid value|failed to create typed patch object|declared merge key|list element types are not identical|unknown patch type|merging lists cannot|match \$setElementOrder|expected a \[\]interface|does not support|more than one PodDisruptionBudget|^target\.(?:name: Required|kind: Unsupported) value|no preferred addresses found|cannot be converted to DeleteOptions|Go struct field DeleteOptions\.|couldn't get version\/kind; json parse error/;

function isWellFormed(code: number, body: unknown): boolean {
  if (!isStatus(body)) return code < 400 || typeof body === 'string';
  if (body.status === 'Success') return code < 300;
  const message = body.message ?? '';
  if (body.code !== code || code < 400 || message === '' || /undefined(?! field)|NaN|\[object/.test(message))
    return false;
  return code !== 500 || RIGHTLY_INTERNAL.test(message);
}

function bare({ message = '' }: Status): string {
  return message.replace(/^Internal error occurred: /, '');
}
