// Models nothing upstream: what a person types or does, as the run has it (v1.36)

import type { Context, Engine } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { rawClient } from '../../steps/raw-client.ts';
import type { Cluster } from '../config/cluster-config.ts';
import type { TypedLine } from '../desk/desk.ts';
import { isShellCommand } from '../network-tools/shell-command.ts';
import type { RawRequest } from '../ports/raw-requests.ts';
import { spawnTyped } from '../processes/typed-command.ts';
import { type AnswerGiven, giveAnswer } from './answers.ts';
import { type Deed, doDeed } from './deeds.ts';
import { lineOfPacket, type SentPacket } from './packet-line.ts';

export type Given =
  | Typed
  | SentPacket
  | LineGiven
  | { readonly type: 'etcdctl'; readonly argv: readonly string[]; readonly stdin?: string; readonly beside?: boolean }
  | Deed
  | ({ readonly type: 'request' } & RawRequest)
  | { readonly type: 'hang-up'; readonly request: number }
  | { readonly type: 'interrupt'; readonly command: number }
  | AnswerGiven;

export interface Typed {
  readonly type: 'kubectl';
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
  /** The next command does not wait for this one to end. */
  readonly beside?: boolean;
}

/** What was typed at the shell, as it was. */
export interface LineGiven extends TypedLine {
  readonly type: 'line';
  readonly beside?: boolean;
}

/** `KUBECONFIG=file kubectl …` */
const VARIABLE = 'KUBECONFIG=';

/** Something that a person does to a cluster. */
export function giveInput(engine: Engine, cluster: Cluster, input: Given): void {
  if (input.type === 'interrupt') {
    const { command } = input;
    cluster.interrupt(command, engine.beginStory('kubectl', kubectl.interrupted, `kubectl/${command}`, { command }));
    return;
  }
  if (input.type === 'answer') return giveAnswer(engine, cluster, input);
  if (input.type === 'request') {
    const { type: _, ...request } = input;
    const { method, path, user } = request;
    const ctx = engine.beginStory('kubectl', rawClient.sent, 'requests', { method, path, user });
    engine.spawn(cluster.rawClient.send(ctx, request));
    return;
  }
  if (input.type === 'hang-up') {
    engine.beginStory('kubectl', rawClient.hungUp, `requests/${input.request}`, { request: input.request });
    cluster.rawClient.hangUp(input.request);
    return;
  }
  if (input.type === 'packet')
    return giveInput(engine, cluster, { type: 'kubectl', argv: lineOfPacket(cluster, input), files: {} });
  if (input.type === 'line') {
    const { line, beside } = input;
    spawnTyped(engine, [line], cluster.type(typed(engine, [line], beside), input));
    return;
  }
  if (input.type === 'etcdctl') {
    const argv = input.argv[0] === 'etcdctl' ? input.argv : ['etcdctl', ...input.argv];
    spawnTyped(engine, argv, cluster.etcdctl(typed(engine, argv, input.beside), { ...input, argv }));
    return;
  }
  if (input.type !== 'kubectl') return doDeed(engine, cluster, input);
  const { argv, files, stdin, beside } = input;
  const kubeconfig = argv[0]?.startsWith(VARIABLE) === true ? argv[0].slice(VARIABLE.length) : undefined;
  const plain = kubeconfig === undefined ? argv : argv.slice(1);
  const words = plain[0] === 'kubectl' || isShellCommand(plain) ? plain : ['kubectl', ...plain];
  const ctx = typed(engine, words, beside);
  if (isShellCommand(words)) {
    spawnTyped(engine, words, cluster.shell(ctx, words));
    return;
  }
  const named = kubeconfig === undefined ? {} : { kubeconfig };
  const given = stdin === undefined ? {} : { stdin };
  const invocation = { argv: words, files, ...named, ...given, isAttended: true };
  spawnTyped(engine, words, cluster.kubectl(ctx, invocation));
}

function typed(engine: Engine, words: readonly string[], beside: boolean | undefined): Context {
  const line = words.join(' ');
  return engine.beginStory('kubectl', kubectl.command, 'kubectl', beside === true ? { line, beside } : { line });
}
