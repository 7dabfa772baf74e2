// Models staging/src/k8s.io/kubectl/pkg/cmd/apply/patcher.go where it makes no patch (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import { overwritten } from '../../../../api/patch/overwritten.ts';
import { resourceOfObject } from '../../../../api/scheme/scheme.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { fetchOlderDocument } from '../../client/older-open-api.ts';
import { withLastApplied } from '../../manifests/last-applied.ts';
import type { ManifestObject } from '../../manifests/manifests.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';

/** Refuses a patch that would set what somebody else has changed. */
export function* overwriteProblem(
  session: Session,
  object: ManifestObject,
  current: KObject,
  patch: JsonObject,
  place: string,
): Process<Failure | undefined> {
  if (resourceOfObject(object) === undefined) return undefined;
  const original = lastApplied(current);
  const before = original === '' ? {} : (JSON.parse(original) as object);
  const changed = overwritten(object, before, current, patch);
  if (changed === undefined) return undefined;
  const conflict = `patch:\n${printYaml(patch)}\nconflicts with changes made from original to current:\n${printYaml(changed)}\n`;
  return yield* unpatchable(session, withLastApplied(object), current, conflict, place);
}

const lastApplied = ({ metadata }: KObject): string => metadata.annotations?.[LAST_APPLIED] ?? '';

/** No patch can be made, in none of three ways; where that is said. */
export function* unpatchable(
  session: Session,
  wanted: object,
  current: KObject,
  why: string,
  place: string,
): Process<Failure> {
  session.complain(`warning: error calculating patch from openapi v3 spec: ${why}\n`);
  const document = yield* fetchOlderDocument(session);
  if (document.code === 200) session.complain(`warning: error calculating patch from openapi spec: ${why}\n`);
  const [modified, live] = [wanted, current].map((each) => `${goJson(each, { sortKeys: true })}\n`);
  const told = `creating patch with:\noriginal:\n${lastApplied(current)}\nmodified:\n${modified}\ncurrent:\n${live}\nfor: ${why}`;
  return failure(`${place}${told}`);
}
