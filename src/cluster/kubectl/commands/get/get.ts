import { isFields } from '../../../../api/go/json.ts';
import { goJson } from '../../../../api/go/json-text.ts';
import type { Process } from '../../../../engine/index.ts';
import { rawDocument } from '../../../ports/raw-documents.ts';
import { watches } from '../../client/list-query.ts';
import { rawAddress, rawAddressProblem } from '../../client/raw-address.ts';
import { readManifests } from '../../manifests/manifests.ts';
import { orderedAsSent, outputOf } from '../../print/objects.ts';
import { collected, Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { around, targetsOf } from '../../targets/file-targets.ts';
import { namingProblem, resolveTargets, type Target, wordsBesideFiles } from '../../targets/target.ts';
import { selectorProblem } from '../../writing/writing.ts';
import type { GetOptions } from './flags.ts';
import { getObjects } from './get-objects.ts';
import { getTables } from './get-tables.ts';
import { watchProblem, watchTargets } from './get-watch.ts';

const NO_RESOURCE =
  'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).\nSee \'kubectl get -h\' for help and examples\n';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (v1.36) */
export function* get(session: Session, words: readonly string[], options: GetOptions): Process<number | Failure> {
  const raw = options.text('raw') ?? '';
  if (raw !== '') {
    const wrong = rawProblem(raw, words, options);
    return wrong ?? (yield* getRaw(session, raw));
  }
  const files = options.list('filename');
  if (words.length === 0 && files.length === 0) return new Failure(NO_RESOURCE);
  const output = outputOf(options);
  if (options.is('show-labels') && output !== '' && output !== 'wide') {
    return failure(`--show-labels option cannot be used with ${output} printer`);
  }
  if (options.is('output-watch-events') && !options.is('watch') && !options.is('watch-only')) {
    return failure('--output-watch-events option can only be used with --watch or --watch-only');
  }
  const asTable = output === '' || output === 'wide';
  if (watches(options) && options.text('sort-by')) {
    session.complain(
      options.is('watch')
        ? 'warning: --watch requested, --sort-by will be ignored for watch events received\n'
        : 'warning: --watch-only requested, --sort-by will be ignored\n',
    );
  }
  if (files.length > 0 && words.length > 0) return wordsBesideFiles(words);
  const bulk = options.has('subresource') && words.length === 1 && !(words[0] ?? '').includes('/');
  if (bulk) return failure('subresource cannot be used when bulk resources are specified');
  const targets =
    files.length > 0 ? yield* targetsOfFiles(session, files, options, asTable) : yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  const misnamed = files.length > 0 ? undefined : namingProblem(words, targets, options);
  if (misnamed !== undefined) return misnamed;
  if (watches(options)) {
    const unread = collected(targets.flatMap((target) => around(target, [])));
    if (unread !== undefined) return unread;
    return watchProblem(targets, files) ?? (yield* watchTargets(session, targets, asTable, options));
  }
  // What files name is asked for as a whole.
  const meant = files.length > 0 ? options.with('subresource', undefined) : options;
  return yield* asTable ? getTables(session, targets, meant) : getObjects(session, targets, meant);
}

function* targetsOfFiles(
  session: Session,
  files: readonly string[],
  options: GetOptions,
  asTable: boolean,
): Process<readonly Target[] | Failure> {
  const unclear = selectorProblem(options);
  if (unclear !== undefined) return unclear;
  const read = yield* readManifests(session, files);
  const refused = asTable ? collected(read.failures) : summary(read.failures);
  if (refused !== undefined && read.manifests.length === 0) return refused;
  return targetsOf(read, ({ resource, object }) => ({ resource, names: [object.metadata.name ?? ''] }));
}

function rawProblem(raw: string, words: readonly string[], options: GetOptions): Failure | undefined {
  if (options.is('watch') || options.is('watch-only') || options.text('selector')) {
    return failure('--raw may not be specified with other flags that filter the server request or alter the output');
  }
  if (words.length > 0) return failure('arguments may not be passed when --raw is specified');
  if (options.has('output')) return failure('--raw and --output are mutually exclusive');
  return rawAddressProblem(raw);
}

/** Models staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go (v1.36) */
function* getRaw(session: Session, raw: string): Process<number | Failure> {
  const address = rawAddress(raw);
  const response = yield* session.call({ method: 'GET', ...address, accept: 'application/json, */*' });
  if (response.code === 301 && response.headers.location !== undefined)
    return yield* getRaw(session, response.headers.location);
  if (response.code !== 200) return failureOf(response.code, response.body);
  const { body } = response;
  const document = isFields(body) ? rawDocument(address.path, body) : undefined;
  session.print(typeof body === 'string' ? body : (document ?? `${goJson(orderedAsSent(body))}\n`));
  return 0;
}
