// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/{editoptions,editor}.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { printYaml } from '../../../../api/yaml/index.ts';
import { type Context, Deferred, type Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { type Discovered, pathOf, resourceWord } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { otherNamespace, readManifests } from '../../manifests/manifests.ts';
import { outputOf, printedText, withoutManagedFields } from '../../print/objects.ts';
import { type Failure, failure, isFailure, messageOf, summary } from '../../session/errors.ts';
import { rememberFile } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import { fileProblem, hasLines, headOf, type Reason, saysTheSame, withoutComments } from './edited-file.ts';
import { editorNamed } from './editor.ts';

type EditingOptions = Options<'windows-line-endings:b'>;

/** One object that is edited. */
export interface Original {
  readonly resource: Discovered;
  readonly name: string;
  readonly object: KObject;
}

/** One object as the saved file has it. */
export interface Updated extends Original {
  readonly namespace: string | undefined;
  readonly path: string;
}

/** What became of a file that was saved: why it is opened again, and what cannot be mended in it. */
export class Outcome {
  readonly reasons: Reason[] = [];
  private failed = 0;
  private gone = 0;

  constructor(private readonly session: Session) {}

  /** The server, or kubectl itself, refuses what an object is made to be. */
  refuse({ resource, name }: Original, others: readonly string[]): void {
    const what = `${resourceWord(resource)} "${name}"`;
    this.reasons.push({ head: `${what} was not valid`, others });
    this.session.complain(`error: ${what} is invalid\n`);
  }

  lose({ resource, name }: Original, why: string): void {
    this.failed += 1;
    this.session.complain(`error: ${resourceWord(resource)} "${name}" could not be patched: ${why}\n`);
  }

  miss({ resource, name }: Original): void {
    this.gone += 1;
    this.session.complain(`error: ${resourceWord(resource)} "${name}" could not be found on the server\n`);
  }

  /** Where the file is, for who wants to try again by other ways. */
  hint(file: string): boolean {
    if (this.failed > 0)
      this.session.complain(`You can run \`kubectl replace -f ${file}\` to try this update again.\n`);
    else if (this.gone > 0)
      this.session.complain(`The edits you made on deleted resources have been saved to "${file}"\n`);
    return this.failed + this.gone > 0;
  }
}

export interface Editing {
  /** What the comment says that the file begins with. */
  readonly head: string;
  readonly originals: readonly Original[];
  /** The part of each object that it is about. */
  readonly subresource?: string;
  send(updated: Updated, outcome: Outcome): Process<undefined | Failure>;
}

export const HEAD = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;
const UNCHANGED = 'Edit cancelled, no changes made.\n';
const NOT_SAVED = 'Edit cancelled, no valid changes were saved.';
/** A script that makes a file wrong makes it more so each time: a person is asked for ever. */
const MOST_OF_A_SCRIPT = 10;

/** Opens objects in the editor, until what is saved is taken, or nothing is saved any more. */
export function* editObjects(session: Session, options: EditingOptions, editing: Editing): Process<number | Failure> {
  const format = formatOf(options);
  if (isFailure(format)) return format;
  const { originals } = editing;
  const [first] = originals;
  if (first === undefined) return failure('edit cancelled, no objects found');
  const original = textOf(session, options, originals);
  if (isFailure(original)) return original;
  const lineEnd = options.is('windows-line-endings') ? '\r\n' : '\n';
  let reasons: readonly Reason[] = [];
  let shown = original;
  let before: string | undefined;
  for (let pass = 1; ; pass += 1) {
    const head = format === 'json' ? '' : headOf(editing.head, reasons);
    const file = tempFile(session, format === 'json' ? '.json' : '.yaml');
    const saved = yield* throughEditor(session, file, `${head}${shown}`.replaceAll('\n', lineEnd));
    if (isFailure(saved)) return saved;
    const edited = saved.replaceAll('\r\n', '\n');
    const isGivenUp = before !== undefined && (saysTheSame(before, edited) || isTurningInCircles(session, pass));
    if (isGivenUp) return preserved(session, failure(NOT_SAVED), file, saved);
    const outcome = new Outcome(session);
    const problem = fileProblem(edited);
    if (problem !== undefined) {
      outcome.refuse(first, [`<nil>: Invalid value: "The edited file failed validation": ${problem}`]);
    } else {
      if (saysTheSame(original, edited)) return said(session, UNCHANGED);
      if (!hasLines(edited)) return said(session, 'Edit cancelled, saved file was empty.\n');
      const updated = yield* updatedIn(session, edited, editing);
      if (isFailure(updated)) {
        outcome.reasons.push({ head: `The edited file had a syntax error: ${messageOf(updated)}`, others: [] });
      } else {
        const failed = namespaceProblem(session, updated) ?? (yield* sendAll(updated, editing, outcome));
        if (failed !== undefined) return preserved(session, failed, file, saved);
        if (outcome.hint(file)) {
          rememberFile(session, file, saved);
          return 1;
        }
        if (outcome.reasons.length === 0) return 0;
      }
    }
    before = edited;
    shown = withoutComments(edited);
    reasons = outcome.reasons;
  }
}

function* sendAll(updated: readonly Updated[], editing: Editing, outcome: Outcome): Process<undefined | Failure> {
  for (const one of updated) {
    const failed = yield* editing.send(one, outcome);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function isTurningInCircles({ invocation }: Session, pass: number): boolean {
  return invocation.editor !== undefined && pass > MOST_OF_A_SCRIPT;
}

function said(session: Session, text: string): number {
  session.complain(text);
  return 0;
}

const FORMATS: readonly string[] = ['', 'json', 'kyaml', 'yaml'];

function formatOf(options: Options): string | Failure {
  const output = options.text('output') ?? '';
  if (FORMATS.includes(output)) return output;
  const allowed = 'json,kyaml,yaml';
  return failure(
    `unable to match a printer suitable for the output format "${output}", allowed formats are: ${allowed}`,
  );
}

/** One object, or a List of several. */
function textOf(session: Session, options: Options, originals: readonly Original[]): string | Failure {
  const objects = originals.map(({ object }) => withoutManagedFields(object) as KObject);
  const [only] = objects;
  const shown =
    objects.length === 1 && only !== undefined
      ? only
      : { apiVersion: 'v1', items: objects, kind: 'List', metadata: {} };
  const output = outputOf(options);
  return output === '' || output === 'yaml' ? printYaml(shown) : printedText(options, objects, shown, output, session);
}

function tempFile(session: Session, ending: string): string {
  return `/tmp/kubectl-edit-${session.host.env.engine.random(`kubectl/edit/${session.id}/${session.now}`).below(2_000_000_000)}${ending}`;
}

/** What $KUBE_EDITOR, or the person at the terminal, makes of a file. */
function* throughEditor(session: Session, file: string, text: string): Process<string | Failure> {
  const { editor, isAttended } = session.invocation;
  if (editor !== undefined) return editorNamed(editor)?.(text) ?? failure(`the editor "${editor}" is not modelled`);
  if (isAttended === true) return (yield* editedBy(session, file, text)) ?? text;
  return failure(`unable to launch the editor "vi ${file}"`);
}

/** What the person makes of a file; undefined: it was closed without saving. */
function* editedBy(session: Session, name: string, text: string): Process<string | undefined> {
  const given = new Deferred<{ readonly ctx: Context; readonly text: string | undefined }>();
  session.ctx = session.ctx.step(kubectl.editorOpened, `kubectl/${session.id}`, { file: name });
  session.asks(
    { for: 'file', name, text },
    {
      for: 'file',
      take: (ctx, saved) => {
        session.asks(undefined, undefined);
        given.resolve({ ctx, text: saved });
      },
    },
  );
  const answer = yield* given.wait();
  session.ctx = session.ctx.from(answer.ctx);
  return answer.text;
}

/** What was typed is kept beside, under a name that nobody has. */
function preserved(session: Session, failed: Failure, file: string, text: string): Failure {
  session.complain(`A copy of your changes has been stored to "${file}"\n`);
  rememberFile(session, file, text);
  return failed;
}

const EDITED = 'edited-file';

/** The objects that a saved file has. */
function* updatedIn(session: Session, text: string, { subresource }: Editing): Process<readonly Updated[] | Failure> {
  session.made.set(EDITED, text);
  const { manifests, failures } = yield* readManifests(session, [EDITED]);
  session.made.delete(EDITED);
  const failed = summary(failures);
  if (failed !== undefined) return failed;
  return manifests.map(({ resource, object, namespace }) => {
    const name = object.metadata.name ?? '';
    const path = pathOf(resource, namespace, name, subresource || undefined);
    return { resource, name, namespace, path, object: object as KObject };
  });
}

function namespaceProblem({ namespace: own }: Session, updated: readonly Updated[]): Failure | undefined {
  const other = updated.find(({ namespace }) => namespace !== undefined && namespace !== own)?.namespace;
  return other === undefined ? undefined : otherNamespace(other, own);
}

/** The one that was edited into this. */
export function originalOf(originals: readonly Original[], { object }: Updated): Original | Failure {
  const found = originals.find((one) => one.object.metadata.uid === object.metadata.uid);
  return found ?? failure(`no original object found for ${kindOf(object)}`);
}

const kindOf = ({ kind, metadata }: KObject): string => `${kind}/${metadata.name}`;
