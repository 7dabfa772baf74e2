import { quoted } from '../../../protocol/quoted.ts';
import type { Input } from '../../../protocol/run-description.ts';

/** What somebody would type or do. */
export function lineOf(input: Input): string {
  return 'beside' in input && input.beside === true ? `${wordsOf(input)} &` : wordsOf(input);
}

function wordsOf(input: Input): string {
  switch (input.type) {
    case 'kubectl':
      return [...(TOOLS.test(input.argv[0] ?? '') ? [] : ['kubectl']), ...input.argv].map(quoted).join(' ');
    case 'line':
      return input.line;
    case 'etcdctl':
      return ['etcdctl', ...input.argv.filter((word, place) => place > 0 || word !== 'etcdctl')].map(quoted).join(' ');
    case 'request':
      return `${input.method} ${input.path}${input.user === 'kubernetes-admin' ? '' : ` (${input.user})`}`;
    case 'packet':
      return `${input.from} → ${input.to}:${input.port}`;
    case 'api-server':
      return `kube-apiserver: ${input.state}${lasting(input)}`;
    case 'kubelet':
      return `${input.node}: kubelet ${input.state}${lasting(input)}`;
    case 'partition':
      return `${input.node}: ${input.state === 'cut' ? 'cut off from' : 'reaches'} kube-apiserver${lasting(input)}`;
    case 'clock':
      return `${input.machine}: clock ${input.offsetSeconds >= 0 ? '+' : ''}${input.offsetSeconds} s${lasting(input)}`;
    case 'rates':
      return `${Object.entries(input.faults)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}${lasting(input)}`;
    case 'delays':
      return `${Object.entries(input.delays)
        .map(([name, [from, to]]) => `${name} ${from}–${to} ms`)
        .join(', ')}${lasting(input)}`;
    case 'cut-watch':
      return `cut the watch of ${input.informer}`;
    case 'index':
      return `index ${input.index} of ${input.informer}: ${input.path}`;
    case 'look-up':
      return `${input.informer}: ${input.index} = ${input.value}`;
    case 'etcd-member':
      return `${input.member}: ${input.state}${input.fsyncMillis === undefined ? '' : `, ${input.fsyncMillis} ms an fsync`}${lasting(input)}`;
    case 'hang-up':
      return `hang up request ${input.request}`;
    case 'answer':
      return input.text?.split('\n', 1)[0] ?? 'Ctrl+D';
    case 'interrupt':
      return 'Ctrl+C';
  }
}

const lasting = ({ seconds }: { readonly seconds?: number }): string => (seconds === undefined ? '' : `, ${seconds} s`);

/** Words that a recorded line may begin with; without one it is kubectl's. */
const TOOLS = /^(?:kubectl|etcdctl|curl|wget|nc|ssh|sleep|\w+=.*)$/s;

/** The program that a line runs. */
export function toolOf(line: unknown): string {
  const word = String(line)
    .split(' ')
    .find((one) => !/^\w+=/.test(one));
  return word !== undefined && TOOLS.test(word) ? word : 'kubectl';
}
