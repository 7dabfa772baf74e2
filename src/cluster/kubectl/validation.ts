import type { Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import type { Options } from './argv.ts';
import type { Validate } from './manifests.ts';
import { documentCall, fetchDocument, openApiAddress } from './open-api.ts';
import type { Session } from './session.ts';

const UNCHECKED: readonly string[] = ['ignore', 'false'];

/** How fields are checked; not at all, nor asked about, with `--validate=ignore`. */
export function validationOf(options: Options): Validate | undefined {
  return UNCHECKED.includes(options.text('validate') ?? '') ? undefined : askForFieldValidation;
}

/**
 * Asks the server's OpenAPI whether it checks fields itself; every server since 1.25 does, so nothing is checked here.
 * The index is fetched each time, a group's document once (its address holds a hash and never changes its meaning).
 *
 * Models staging/src/k8s.io/kubectl/pkg/validation/schema.go, cli-runtime/pkg/resource/query_param_verifier_v3.go (v1.36)
 */
export function* askForFieldValidation(session: Session, apiVersion: string, kind: string): Process<void> {
  const path = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
  const url = yield* openApiAddress(session, path);
  const key = `openapi${url}`;
  const isFirst = !session.flags.has(key);
  session.flags.set(key, true);
  if (url !== undefined && isFirst && session.cached(key) !== undefined)
    session.onKnown?.(session.requestOf(documentCall(url)));
  else if (url !== undefined && isFirst) {
    const response = yield* fetchDocument(session, url);
    session.ctx = session.ctx.step(kubectl.validated, `kubectl/${session.id}`, { kind, mode: 'server' });
    if (response.code === 200) session.remember(key, true);
    return;
  }
  session.ctx = session.ctx.step(kubectl.validated, `kubectl/${session.id}`, { kind, mode: 'server' });
}
