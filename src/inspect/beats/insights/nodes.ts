import type { StepKind } from '../../../engine/index.ts';
import type { InsightArgs } from '../../../narration/insight-args.ts';
import { cni } from '../../../steps/cni.ts';
import { cri } from '../../../steps/cri.ts';
import { kubelet } from '../../../steps/kubelet.ts';
import { proxy } from '../../../steps/proxy.ts';
import type { Moment } from '../moment.ts';
import { nameOf } from './requests.ts';

function nodeOf({ last }: Moment): string {
  return last.actor.slice(last.actor.indexOf('/') + 1);
}

function spanOf(moment: Moment, from: StepKind): number {
  const began = moment.of(from);
  return began === undefined ? 0 : moment.last.time - began.time;
}

/** Without the registry that is meant when none is named. */
function shortImage({ args }: Moment): string {
  return String(args.image ?? '').replace(/^docker\.io\/(?:library\/)?/, '');
}

const podOf = ({ last }: Moment): string => nameOf(last.subject);

export function podStarts(moment: Moment): InsightArgs['podStarts'] {
  return { node: nodeOf(moment), pod: podOf(moment) };
}

export function volumes(moment: Moment): InsightArgs['volumes'] {
  return {
    node: nodeOf(moment),
    pod: podOf(moment),
    volumes: Number(moment.args.volumes ?? 0),
    account: String(moment.of(kubelet.tokenRequested)?.args.serviceAccount ?? ''),
    micros: spanOf(moment, kubelet.waitForVolumes),
  };
}

export function sandbox(moment: Moment): InsightArgs['sandbox'] {
  return {
    node: nodeOf(moment),
    pod: podOf(moment),
    image: String(moment.args.image ?? ''),
    sandbox: String(moment.args.sandbox ?? ''),
  };
}

export function network(moment: Moment): InsightArgs['network'] {
  const connect = moment.of(cni.connect);
  const allocate = moment.of(cni.allocate);
  return {
    node: nodeOf(moment),
    pod: podOf(moment),
    ip: String(moment.args.ip ?? ''),
    veth: String(connect?.args.veth ?? ''),
    bridge: String(connect?.args.bridge ?? ''),
    subnet: String(allocate?.args.subnet ?? ''),
  };
}

export function pulled(moment: Moment): InsightArgs['pulled'] {
  return {
    node: nodeOf(moment),
    image: shortImage(moment),
    mebibytes: Number(moment.args.mebibytes ?? 0),
    micros: spanOf(moment, cri.pullImage),
  };
}

export function imagePresent(moment: Moment): InsightArgs['imagePresent'] {
  return { node: nodeOf(moment), image: shortImage(moment), policy: String(moment.args.policy ?? '') };
}

/** The rules that kube-proxy gives its kernel, and for what. */
export function programmed(moment: Moment): InsightArgs['programmed'] {
  const given = moment.of(proxy.restored)?.args;
  return {
    node: nodeOf(moment),
    name: podOf(moment),
    lines: Number(given?.lines ?? 0),
    tool: String(given?.tool ?? '').split(/[ ,]/, 1)[0] ?? '',
  };
}

export function unprogrammed(moment: Moment): InsightArgs['unprogrammed'] {
  return { node: nodeOf(moment), name: nameOf(moment.of(proxy.serviceTracked)?.subject ?? '') };
}

export function nowhereToGo(moment: Moment): InsightArgs['nowhereToGo'] {
  const { port, target } = moment.of(proxy.portRefused)?.args ?? {};
  return { node: nodeOf(moment), port: String(port ?? ''), target: String(target ?? '') };
}

export function started(moment: Moment): InsightArgs['started'] {
  const start = moment.of(cri.startContainer);
  return {
    node: nodeOf(moment),
    pod: podOf(moment),
    container: String(moment.args.container ?? ''),
    restarts: Number(moment.args.restarts ?? 0),
    program: String(start?.args.program ?? ''),
    micros: spanOf(moment, cri.createContainer),
  };
}
