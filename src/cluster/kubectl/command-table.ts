// Models staging/src/k8s.io/kubectl/pkg/cmd/cmd.go (v1.36)

import type { Process } from '../../engine/index.ts';
import { apply } from './commands/apply/apply.ts';
import { auth } from './commands/auth/access.ts';
import { autoscale } from './commands/autoscale/autoscale.ts';
import { certificate } from './commands/certificate/certificate.ts';
import { apiResources, clusterInfo, version } from './commands/cluster-info/info.ts';
import { config } from './commands/config/config.ts';
import { cp } from './commands/cp/cp.ts';
import { createCommand } from './commands/create/create.ts';
import { debug } from './commands/debug/debug.ts';
import { deleteObjects } from './commands/delete/delete.ts';
import { describe } from './commands/describe/describe.ts';
import { diff } from './commands/diff/diff.ts';
import { drain } from './commands/drain/drain.ts';
import { cordon, taint, uncordon } from './commands/drain/nodes.ts';
import { edit } from './commands/edit/edit.ts';
import { events } from './commands/events/events.ts';
import { attach, exec } from './commands/exec/exec.ts';
import { apiVersions, explain } from './commands/explain/explain.ts';
import { expose } from './commands/expose/expose.ts';
import { get } from './commands/get/get.ts';
import { kustomize } from './commands/kustomize/kustomize.ts';
import { logs } from './commands/logs/logs.ts';
import { annotateOrLabel } from './commands/metadata/metadata.ts';
import { patch } from './commands/patch/patch.ts';
import { portForward } from './commands/port-forward/port-forward.ts';
import { proxy } from './commands/proxy/proxy.ts';
import { replace } from './commands/replace/replace.ts';
import { rollout } from './commands/rollout/rollout.ts';
import { run } from './commands/run/run.ts';
import { scale } from './commands/scale/scale.ts';
import { set } from './commands/set/set.ts';
import { top } from './commands/top/top.ts';
import { wait } from './commands/wait/wait.ts';
import type { Options } from './flags/options.ts';
import { type Failure, failure, misused } from './session/errors.ts';
import type { Session } from './session/session.ts';

type Run = (session: Session, words: readonly string[], options: Options) => Process<number | Failure>;

export interface Command {
  /** The words begin with the names of subcommands. */
  readonly run: Run;
}

/** There is no other program on this machine. */
function* listPlugins(): Process<Failure> {
  return failure('unable to find any kubectl plugins in your PATH');
}

const SHELLS: readonly string[] = ['bash', 'fish', 'powershell', 'zsh'];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/completion/completion.go (v1.36). Not modelled: the scripts. */
function* completion(_: Session, [shell, ...more]: readonly string[], options: Options): Process<Failure> {
  if (shell === undefined) return misused(options, 'Shell not specified.');
  if (more.length > 0) return misused(options, 'Too many arguments. Expected only the shell type.');
  if (!SHELLS.includes(shell)) return misused(options, `Unsupported shell type "${shell}".`);
  return failure(`kubectl completion ${shell} is not modelled`);
}

/** What kubectl can do here; a command that is missing says so. */
export function commandTable(): { readonly [name: string]: Command } {
  return {
    annotate: {
      run: (session, words, options) => annotateOrLabel(session, words, options, 'annotations'),
    },
    'api-resources': { run: apiResources },
    'api-versions': { run: apiVersions },
    apply: { run: apply },
    attach: { run: attach },
    auth: { run: auth },
    autoscale: { run: autoscale },
    certificate: { run: certificate },
    'cluster-info': { run: clusterInfo },
    completion: { run: completion },
    config: { run: config },
    cordon: { run: cordon },
    cp: { run: cp },
    create: { run: createCommand },
    debug: { run: debug },
    delete: { run: deleteObjects },
    describe: { run: describe },
    diff: { run: diff },
    drain: { run: drain },
    edit: { run: edit },
    events: { run: events },
    exec: { run: exec },
    explain: { run: explain },
    expose: { run: expose },
    get: { run: get },
    kustomize: { run: kustomize },
    label: { run: (session, words, options) => annotateOrLabel(session, words, options, 'labels') },
    logs: { run: logs },
    patch: { run: patch },
    plugin: { run: listPlugins },
    'port-forward': { run: portForward },
    proxy: { run: proxy },
    replace: { run: replace },
    rollout: { run: rollout },
    run: { run },
    scale: { run: scale },
    set: { run: set },
    taint: { run: taint },
    top: { run: top },
    uncordon: { run: uncordon },
    version: { run: version },
    wait: { run: wait },
  };
}
