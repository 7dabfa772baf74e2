import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { documentCall, fetchDocument, openApiAddress } from '../client/open-api.ts';
import type { Options } from '../flags/options.ts';
import type { Session } from '../session/session.ts';
import type { Validate } from './manifests.ts';

const UNCHECKED: readonly string[] = ['ignore', 'false'];

/** How fields are checked; not at all, nor asked about, with `--validate=ignore`. */
export function validationOf(options: Options): Validate | undefined {
  return UNCHECKED.includes(options.text('validate') ?? '') ? undefined : askForFieldValidation;
}

/**
 * Asks the server's OpenAPI whether it checks fields itself; every server since 1.25 does, so nothing is checked here.
 *
 * Models staging/src/k8s.io/kubectl/pkg/validation/schema.go, cli-runtime/pkg/resource/query_param_verifier_v3.go (v1.36)
 */
export function* askForFieldValidation(session: Session, apiVersion: string, kind: string): Process<void> {
  yield* askForSchemas(session, apiVersion);
  session.ctx = session.ctx.step(kubectl.validated, `kubectl/${session.id}`, { kind, mode: 'server' });
}

/** Documents that this command has asked for. */
const ASKED: Keepsake<Set<string>> = { begin: () => new Set() };

/** The index is fetched by each command, a group's document once (its address holds a hash and never changes its meaning). */
export function* askForSchemas(session: Session, apiVersion: string): Process<void> {
  const path = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
  const url = yield* openApiAddress(session, path);
  const key = `openapi${url}`;
  const asked = session.keepsakes.of(ASKED);
  if (url === undefined || asked.has(key)) return;
  asked.add(key);
  if (session.cached(key) !== undefined) {
    session.onKnown?.(session.requestOf(documentCall(url)));
    return;
  }
  const response = yield* fetchDocument(session, url);
  if (response.code === 200) session.remember(key, true);
}
