// Models what somebody finds who signs in to a node of kubeadm: its disk, and the tools of its runtime and its network (v1.36)

import type { Context, Engine } from '../../engine/index.ts';
import { UNKNOWN_PROGRAM } from '../images/catalog.ts';
import type { Folder } from '../ports/folder.ts';
import type { Call, Program } from '../shell/shell-process.ts';
import type { Around } from '../tools/around.ts';
import { Files } from '../tools/files/files.ts';
import { baseOf, type Told } from '../tools/told.ts';
import { crictl } from './crictl.ts';
import type { DeskHost } from './programs.ts';

const OF_NETWORK: ReadonlySet<string> = new Set([
  'conntrack',
  'ip',
  'ip6tables',
  'ip6tables-save',
  'ipset',
  'iptables',
  'iptables-save',
  'ipvsadm',
  'nft',
]);

/** The system of a node. */
export const NODE_IMAGE = {
  repository: 'kubestep/node',
  tags: [],
  sizeBytes: 0,
  program: UNKNOWN_PROGRAM,
  shell: true,
  programs: [...OF_NETWORK, 'crictl', 'kubectl', 'curl', 'journalctl', 'systemctl', 'bash'],
} as const;

const USERS = new Map([['/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\n']]);

export function nodeFiles(disk: Folder, around: () => Around): Files {
  const files = new Files(disk, { around, image: USERS });
  files.enter('/root');
  return files;
}

/** What is no small tool of a node; undefined: the shell has it, or nobody does. */
export function nodeProgram(engine: Engine, host: DeskHost, node: string, word: string): Program | undefined {
  const name = baseOf(word);
  if (OF_NETWORK.has(name)) return ofNetwork(host, node);
  if (name === 'crictl') return told((words) => crictl(engine, node, words.slice(1)));
  if (name === 'kubectl' || name === 'k') return told(() => ({ stdout: '', stderr: REFUSED, exitCode: 1 }));
  return undefined;
}

/** No kubeconfig is there: kubectl asks the machine itself. */
const REFUSED = 'The connection to the server localhost:8080 was refused - did you specify the right host or port?\n';

function told(tell: (words: readonly string[]) => Told): Program {
  return function* ({ ctx, words, say }: Call) {
    const { stdout, stderr, exitCode } = tell(words);
    if (stdout !== '') say(ctx, 'stdout', stdout);
    if (stderr !== '') say(ctx, 'stderr', stderr);
    return { code: exitCode, ctx };
  };
}

function ofNetwork(host: DeskHost, node: string): Program {
  return function* ({ ctx, words, say, over, isOver }: Call) {
    const write = (own: Context, text: string): void => say(own, 'stdout', text);
    const { stdout, stderr, code, ctx: after } = yield* host.tool(ctx, node, words, { image: '', write, over, isOver });
    if (stdout !== '') say(after, 'stdout', stdout);
    if (stderr !== '') say(after, 'stderr', stderr);
    return { code, ctx: after };
  };
}
