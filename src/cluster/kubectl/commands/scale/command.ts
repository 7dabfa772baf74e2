import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { isLabelled } from '../../targets/target.ts';
import { asFilesSay, type Fetched, fetchPresent, MERGE } from '../../writing/change.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { recordAfterwards } from '../../writing/record.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  '@print @files all:b current-replicas:i dry-run:? replicas:i resource-version l/selector timeout:d record:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'scale',
      order: 10,
      group: 'change',
      does: 'changes how many replicas there are',
      usage: '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)',
      flags: FLAGS,
      defaults: { 'current-replicas': '-1' },
      required: 'replicas',
      settles: 'dry run and output',
      run: scale,
    },
  ];
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go, pkg/scale/scale.go (v1.36) */
function* scale(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const replicas = Number(options.text('replicas'));
  if (replicas < 0)
    return failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const named = yield* fetchPresent(session, words, asFilesSay(options));
  const { missing } = named;
  const fetched = named.fetched.filter(({ object }) => isLabelled(object, options));
  if (fetched.length === 0) return missing ?? failure('no objects passed to scale');
  for (const target of fetched) {
    const result = dryRun === 'client' ? undefined : yield* scaleOne(session, target, replicas, options, dryRun);
    if (isFailure(result)) return result;
    const { spec } = target.object as { readonly spec?: object };
    const scaled = { ...target.object, spec: { ...spec, replicas } };
    if (dryRun === 'none') yield* recordAfterwards(session, target.path, scaled);
    const failed = report(session, options, target.resource, scaled, 'scaled', dryRun);
    if (failed !== undefined) return failed;
  }
  return missing ?? 0;
}

function* scaleOne(
  session: Session,
  target: Fetched,
  replicas: number,
  options: Given,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const query: Query = dryRun === 'server' ? [['dryRun', 'All']] : [];
  const path = `${target.path}/scale`;
  const expected = options.text('current-replicas');
  const version = options.text('resource-version') ?? '';
  if ((expected === undefined || expected === '-1') && version === '') {
    const response = yield* session.call({
      method: 'PATCH',
      path,
      query,
      contentType: MERGE,
      body: { spec: { replicas } },
      accept: 'application/json, */*',
    });
    return response.code >= 300 ? failureOf(response.code, response.body) : undefined;
  }
  const current = yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
  if (current.code !== 200) return failureOf(current.code, current.body);
  const scaleObject = current.body as KObject & { readonly spec?: { readonly replicas?: number } };
  const present = scaleObject.spec?.replicas ?? 0;
  if (expected !== undefined && expected !== '-1' && present !== Number(expected)) {
    return failure(`Expected replicas to be ${expected}, was ${present}`);
  }
  const { resourceVersion } = scaleObject.metadata;
  if (version !== '' && version !== resourceVersion) {
    return failure(`Expected resource version to be ${version}, was ${resourceVersion}`);
  }
  const response = yield* session.call({
    method: 'PUT',
    path,
    query,
    body: { ...scaleObject, spec: { ...scaleObject.spec, replicas } },
  });
  return response.code >= 300 ? failureOf(response.code, response.body) : undefined;
}
