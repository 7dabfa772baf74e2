import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'kubectl shell',
  output: 'Commands and their output at this step',
  input: 'Command',
  hint: 'kubectl get pods',
  run: 'Run',
  stop: 'Stop it (Ctrl+C)',
  running: 'still running at this step',
  answer: 'To its answer',
  waiting: 'Commands that wait',
  waits: 'begins when the command before it has ended',
  heldUp: '{line} does not end by itself. What waits begins when it is stopped.',
  beside: 'Run it beside',
  withdraw: 'Do not run {line}',
  past: 'You are in the past: a command here begins a new branch.',
  exit: 'exit code {code}',
  goTo: 'Go to the step of this command',
  'bad.quote': 'A quote is not closed.',
  'bad.command':
    'Only kubectl, etcdctl, curl, wget, nc, ssh and sleep run in this shell, for example: kubectl get pods -o wide, curl http://node-1:30080/, ssh node-1 iptables -t nat -L',
  'bad.pipe': 'Pipes, redirections, variables and several commands in a line are not part of this shell.',
  'bad.unread': 'The network is gone: it cannot be run just now.',
  failed: 'It could not be run: {message}',
  answered: '{line}: {output}',
};
const zh: Record<keyof typeof en, string> = {
  title: 'kubectl 终端',
  output: '本步的命令及其输出',
  input: '命令',
  hint: 'kubectl get pods',
  run: '运行',
  stop: '停止（Ctrl+C）',
  running: '在本步仍在运行',
  answer: '转到应答',
  waiting: '等待中的命令',
  waits: '前一条命令结束后开始',
  heldUp: '{line} 不会自行结束。停止它之后，等待中的命令才会开始。',
  beside: '同时运行',
  withdraw: '不运行 {line}',
  past: '现在处于过去：在此输入命令会开始新的分支。',
  exit: '退出码 {code}',
  goTo: '转到此命令的步骤',
  'bad.quote': '有引号没有闭合。',
  'bad.command':
    '此终端只运行 kubectl、etcdctl、curl、wget、nc、ssh 和 sleep，例如：kubectl get pods -o wide，curl http://node-1:30080/，ssh node-1 iptables -t nat -L',
  'bad.pipe': '此终端不支持管道、重定向、变量和一行多条命令。',
  'bad.unread': '网络断开了：现在无法运行。',
  failed: '无法运行：{message}',
  answered: '{line}：{output}',
};

export const terminalWords: Dictionary<keyof typeof en> = { en, zh };
