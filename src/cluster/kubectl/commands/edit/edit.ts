import { equalJson, isFields } from '../../../../api/go/json.ts';
import { createMergePatch } from '../../../../api/patch/merge-patch.ts';
import { createTwoWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import { resourceOfObject } from '../../../../api/scheme/scheme.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { parseManifests, printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { resourceWord } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { withoutManagedFields } from '../../print/objects.ts';
import { type Failure, failure, failureOf } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, MERGE, STRATEGIC, visitTargets } from '../../writing/change.ts';
import { report, validationProblem, writeQuery } from '../../writing/writing.ts';
import { editorNamed } from './editor.ts';
import type { EditOptions } from './flags.ts';

const FORMATS: readonly string[] = ['', 'json', 'kyaml', 'yaml'];
const HEAD = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;
const NOT_SAVED = 'Edit cancelled, no valid changes were saved.';

/** The editor of this terminal is one that is closed again at once: nothing is changed. */
export function closedAtOnce(session: Session): number {
  session.complain('Edit cancelled, no changes made.\n');
  return 0;
}

// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go (v1.36). Not modelled: editors for people, several
// objects in one file.
export function* edit(session: Session, words: readonly string[], options: EditOptions): Process<number | Failure> {
  const unclear = validationProblem(options);
  if (unclear !== undefined) return unclear;
  const fetched: Fetched[] = [];
  const visit = function* (target: Fetched): Process<undefined> {
    fetched.push(target);
    return undefined;
  };
  const subresource = options.text('subresource') ?? '';
  // No flag of this command: it is how all objects are asked for.
  const shared: Options = options;
  const missing = yield* visitTargets(session, words, shared.with('all', 'true'), visit, subresource);
  if (missing !== undefined) return missing;
  const output = options.text('output') ?? '';
  if (!FORMATS.includes(output)) {
    return failure(
      `unable to match a printer suitable for the output format "${output}", allowed formats are: json,kyaml,yaml`,
    );
  }
  const { editor } = session.invocation;
  if (editor === undefined) return closedAtOnce(session);
  const change = editorNamed(editor);
  const [target] = fetched;
  if (change === undefined) return failure(`the editor "${editor}" is not modelled`);
  if (target === undefined || fetched.length > 1) return failure('editing several objects at once is not modelled');
  const before = withoutManagedFields(target.object) as KObject;
  const shown = `${HEAD}${printYaml(before)}`;
  const saved = change(shown);
  const after = parsed(saved);
  if (after !== undefined && equalJson(after, parsed(shown))) return closedAtOnce(session);
  if (saved.replace(/^#.*$/gm, '').trim() === '') {
    session.complain('Edit cancelled, saved file was empty.\n');
    return 0;
  }
  if (after === undefined) return notSaved(session);
  return yield* save(session, target, before, after, options);
}

function parsed(text: string): KObject | undefined {
  const { documents, errors } = parseManifests(text);
  const value = documents[0]?.object;
  return errors.length > 0 || !isFields(value) ? undefined : (value as KObject);
}

function* save(
  session: Session,
  target: Fetched,
  before: KObject,
  after: KObject,
  options: EditOptions,
): Process<number | Failure> {
  const isKnown = resourceOfObject(before) !== undefined;
  const patch = isKnown
    ? createTwoWayPatch(before, before, after)
    : createMergePatch({ ...before } as JsonObject, { ...after } as JsonObject);
  if (Object.keys(patch).length === 0) {
    session.print(`${target.label} skipped\n`);
    return 0;
  }
  session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
    type: isKnown ? 'strategic merge' : 'JSON merge',
    fields: Object.keys(patch).length,
  });
  const answer = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: writeQuery(options, 'none', 'kubectl-edit'),
    contentType: isKnown ? STRATEGIC : MERGE,
    accept: 'application/json, */*',
    body: patch as JsonObject,
  });
  if (answer.code === INVALID) {
    session.complain(`error: ${resourceWord(target.resource)} "${target.name}" is invalid\n`);
    return notSaved(session);
  }
  if (answer.code >= 300) return failureOf(answer.code, answer.body);
  return report(session, options, target.resource, answer.body as KObject, 'edited', 'none') ?? 0;
}

const INVALID = 422;

/** What was typed is kept beside, under a name that nobody has. */
function notSaved(session: Session): Failure {
  const number = session.host.env.engine.random('kubectl/edit').below(2_000_000_000);
  session.print(`A copy of your changes has been stored to "/tmp/kubectl-edit-${number}.yaml"\n`);
  return failure(NOT_SAVED);
}
