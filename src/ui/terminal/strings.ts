import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'kubectl shell',
  output: 'Commands and their output at this step',
  input: 'Command',
  hint: 'kubectl get pods',
  run: 'Run',
  stop: 'Stop it (Ctrl+C)',
  running: 'still running at this step',
  exit: 'exit code {code}',
  goTo: 'Go to the step of this command',
  'bad.quote': 'A quote is not closed.',
  'bad.command':
    'Only kubectl, etcdctl, curl, nc and ssh run in this shell, for example: kubectl get pods -o wide, curl http://node-1:30080/, ssh node-1 iptables -t nat -L',
  'bad.pipe': 'Pipes, redirections and variables are not part of this shell.',
  'bad.unread': 'The network is gone: it cannot be run just now.',
  failed: 'It could not be run: {message}',
  answered: '{line}: {output}',
  now: 'Answer at once',
};
const zh: Record<keyof typeof en, string> = {
  title: 'kubectl 终端',
  output: '本步的命令及其输出',
  input: '命令',
  hint: 'kubectl get pods',
  run: '运行',
  stop: '停止（Ctrl+C）',
  running: '在本步仍在运行',
  exit: '退出码 {code}',
  goTo: '转到此命令的步骤',
  'bad.quote': '有引号没有闭合。',
  'bad.command':
    '此终端只运行 kubectl、etcdctl、curl、nc 和 ssh，例如：kubectl get pods -o wide，curl http://node-1:30080/，ssh node-1 iptables -t nat -L',
  'bad.pipe': '此终端不支持管道、重定向和变量。',
  'bad.unread': '网络断开了：现在无法运行。',
  failed: '无法运行：{message}',
  answered: '{line}：{output}',
  now: '立即应答',
};

export const terminalWords: Dictionary<keyof typeof en> = { en, zh };
