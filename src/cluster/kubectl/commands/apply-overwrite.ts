// Models staging/src/k8s.io/kubectl/pkg/cmd/apply/patcher.go with `--overwrite=false` (v1.36)

import { goJson } from '../../../api/go-json.ts';
import { overwritten } from '../../../api/patch/overwritten.ts';
import { resourceOfObject } from '../../../api/scheme.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import { printYaml } from '../../../api/yaml/index.ts';
import type { Process } from '../../../engine/index.ts';
import { Failure } from '../errors.ts';
import { LAST_APPLIED, withLastApplied } from '../last-applied.ts';
import type { ManifestObject } from '../manifests.ts';
import { fetchOlderDocument } from '../older-open-api.ts';
import type { Session } from '../session.ts';

/** Refuses a patch that would set what somebody else has changed, after each of three ways to make it. */
export function* overwriteProblem(
  session: Session,
  object: ManifestObject,
  current: KObject,
  patch: JsonObject,
  place: string,
): Process<Failure | undefined> {
  if (resourceOfObject(object) === undefined) return undefined;
  const original = current.metadata.annotations?.[LAST_APPLIED] ?? '';
  const before = original === '' ? {} : (JSON.parse(original) as object);
  const changed = overwritten(object, before, current, patch);
  if (changed === undefined) return undefined;
  const conflict = `patch:\n${printYaml(patch)}\nconflicts with changes made from original to current:\n${printYaml(changed)}\n`;
  session.complain(`warning: error calculating patch from openapi v3 spec: ${conflict}\n`);
  const document = yield* fetchOlderDocument(session);
  if (document.code === 200) session.complain(`warning: error calculating patch from openapi spec: ${conflict}\n`);
  const [modified, live] = [withLastApplied(object), current].map((each) => `${goJson(each, { sortKeys: true })}\n`);
  const told = `creating patch with:\noriginal:\n${original}\nmodified:\n${modified}\ncurrent:\n${live}\nfor: ${conflict}`;
  const message = `error when applying patch:\n\n${place}${told}`;
  return new Failure(`error: ${message}`, 1, `${message}\n`);
}
