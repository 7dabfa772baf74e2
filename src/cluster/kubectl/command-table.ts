// Models staging/src/k8s.io/kubectl/pkg/cmd/cmd.go (v1.36)

import type { Process } from '../../engine/index.ts';
import type { Flag, Options } from './argv.ts';
import { auth } from './commands/access.ts';
import { apply } from './commands/apply.ts';
import { createCommand } from './commands/create.ts';
import { deleteObjects } from './commands/delete.ts';
import { describe } from './commands/describe.ts';
import { diff } from './commands/diff.ts';
import { drain } from './commands/drain.ts';
import { edit } from './commands/edit.ts';
import { attach, exec } from './commands/exec.ts';
import { apiVersions, explain } from './commands/explain.ts';
import { expose } from './commands/expose.ts';
import { get } from './commands/get.ts';
import { apiResources, clusterInfo, config, version } from './commands/info.ts';
import { logs } from './commands/logs.ts';
import { annotateOrLabel } from './commands/metadata.ts';
import { cordon, taint, uncordon } from './commands/nodes.ts';
import { patch } from './commands/patch.ts';
import { portForward } from './commands/port-forward.ts';
import { replace } from './commands/replace.ts';
import { rollout } from './commands/rollout.ts';
import { run } from './commands/run.ts';
import { scale } from './commands/scale.ts';
import { setImage } from './commands/set-image.ts';
import { wait } from './commands/wait.ts';
import { type Failure, failure } from './errors.ts';
import {
  DELETION,
  DRY_RUN,
  duration,
  GENERATOR_FLAGS,
  LOG_FLAGS,
  list,
  OUTPUT,
  RUN_FLAGS,
  SELECTION,
  SHOWING,
  STREAM_FLAGS,
  toggle,
  value,
  WRITING,
  whole,
} from './flags.ts';
import type { Session } from './session.ts';

type Run = (session: Session, words: readonly string[], options: Options) => Process<number | Failure>;

export interface Command {
  readonly run: Run;
  readonly flags: readonly Flag[];
}

function* setCommand(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what, ...rest] = words;
  if (what !== 'image') return failure(`unknown command "${what ?? ''}" for "kubectl set"`);
  return yield* setImage(session, rest, options);
}

/** Commands of the real kubectl that are refused here in plain words. */
const NOT_MODELLED: readonly string[] = [
  'alpha',
  'autoscale',
  'certificate',
  'completion',
  'cp',
  'debug',
  'events',
  'kustomize',
  'options',
  'plugin',
  'proxy',
  'top',
];

/** What kubectl can do here; a text says why a command of the real one cannot. */
export const COMMANDS: { readonly [name: string]: Command | string } = {
  apply: {
    run: apply,
    flags: [
      ...SELECTION,
      ...WRITING,
      toggle('server-side'),
      toggle('force'),
      toggle('force-conflicts'),
      toggle('prune'),
      list('prune-allowlist'),
      list('prune-whitelist'),
      { name: 'cascade', takes: 'value', bare: 'background' },
    ],
  },
  create: { run: createCommand, flags: [...SELECTION, ...WRITING, ...GENERATOR_FLAGS] },
  diff: {
    run: diff,
    flags: [
      ...SELECTION,
      value('field-manager'),
      toggle('server-side'),
      toggle('force-conflicts'),
      toggle('show-managed-fields'),
    ],
  },
  replace: { run: replace, flags: [...SELECTION, ...WRITING, ...DELETION.filter(({ name }) => name !== 'output')] },
  run: { run, flags: [...WRITING, ...RUN_FLAGS] },
  expose: {
    run: expose,
    flags: [
      ...SELECTION,
      ...WRITING,
      value('port'),
      value('target-port'),
      value('protocol'),
      value('name'),
      value('type'),
      value('cluster-ip'),
    ],
  },
  patch: {
    run: patch,
    flags: [...SELECTION, ...WRITING, value('patch', 'p'), value('patch-file'), value('type'), value('subresource')],
  },
  get: { run: get, flags: [...SELECTION, ...SHOWING] },
  describe: {
    run: describe,
    flags: [...SELECTION, toggle('all-namespaces', 'A'), toggle('show-events'), whole('chunk-size')],
  },
  delete: { run: deleteObjects, flags: [...SELECTION, ...DELETION, DRY_RUN] },
  scale: {
    run: scale,
    flags: [...SELECTION, ...WRITING, whole('replicas'), whole('current-replicas'), duration('timeout')],
  },
  set: { run: setCommand, flags: [...SELECTION, ...WRITING] },
  annotate: {
    run: (session, words, options) => annotateOrLabel(session, words, options, 'annotations'),
    flags: [...SELECTION, ...WRITING, toggle('overwrite')],
  },
  label: {
    run: (session, words, options) => annotateOrLabel(session, words, options, 'labels'),
    flags: [...SELECTION, ...WRITING, toggle('overwrite')],
  },
  rollout: {
    run: rollout,
    flags: [
      ...SELECTION,
      ...WRITING,
      whole('revision'),
      whole('to-revision'),
      duration('timeout'),
      toggle('watch', 'w'),
    ],
  },
  cordon: { run: cordon, flags: [...SELECTION, ...WRITING] },
  drain: {
    run: drain,
    flags: [
      ...SELECTION,
      toggle('force'),
      toggle('ignore-daemonsets'),
      toggle('delete-emptydir-data'),
      whole('grace-period'),
      duration('timeout'),
      value('pod-selector'),
    ],
  },
  uncordon: { run: uncordon, flags: [...SELECTION, ...WRITING] },
  taint: { run: taint, flags: [...SELECTION, ...WRITING, toggle('overwrite')] },
  logs: { run: logs, flags: LOG_FLAGS },
  exec: { run: exec, flags: STREAM_FLAGS },
  attach: { run: attach, flags: STREAM_FLAGS },
  'port-forward': { run: portForward, flags: [value('address'), duration('pod-running-timeout')] },
  wait: { run: wait, flags: [...SELECTION, value('for'), duration('timeout'), ...OUTPUT] },
  auth: {
    run: auth,
    flags: [
      toggle('list'),
      toggle('no-headers'),
      toggle('quiet', 'q'),
      toggle('all-namespaces', 'A'),
      value('subresource'),
      ...OUTPUT,
    ],
  },
  version: { run: version, flags: [toggle('client'), ...OUTPUT] },
  'cluster-info': { run: clusterInfo, flags: [] },
  'api-resources': {
    run: apiResources,
    flags: [...OUTPUT, toggle('namespaced'), value('api-group'), toggle('no-headers'), toggle('cached')],
  },
  'api-versions': { run: apiVersions, flags: [] },
  explain: { run: explain, flags: [toggle('recursive'), value('api-version'), ...OUTPUT] },
  edit: { run: edit, flags: [...SELECTION, ...WRITING] },
  config: { run: config, flags: [toggle('minify'), toggle('raw'), ...OUTPUT] },
  ...Object.fromEntries(NOT_MODELLED.map((name) => [name, `kubectl ${name} is not modelled`])),
};
