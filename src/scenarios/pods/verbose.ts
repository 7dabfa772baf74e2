import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

/** The levels of -v. */
export const verbose: Scenario = {
  id: 'verbose',
  place: 7,
  topics: ['2.10', '1.3'],
  title: { en: 'What kubectl sends and gets: -v', zh: 'kubectl 的收发内容：-v' },
  goal: {
    en: 'With -v=6 kubectl prints each request and the code of its answer, with 7 the headers that it sends, with 8 bodies cut short, with 9 the whole as a curl command, with 10 the bodies uncut. Beside it the map shows where each of them goes.',
    zh: '-v=6 打印每个请求及响应码，7 打印发送的头，8 打印截短的正文，9 打印等价的 curl 命令，10 打印完整正文。旁边的图显示它们各自的去向。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl get pods -v=6'),
      'step',
      'Below the kubeconfig and the feature gates one line a request: three.',
      '在 kubeconfig 和特性门控之下，每个请求一行，共三行。',
    ),
    part(
      typed('kubectl get pods -v=8'),
      'step',
      'Headers both ways, and the beginning of each body.',
      '双向的头，以及每个正文的开头。',
    ),
    part(
      typed('kubectl create configmap colours --from-literal=sky=blue -v=10'),
      'step',
      'The request’s body, the curl command, the answer’s headers with how long each stage took, and the whole body.',
      '请求正文、curl 命令、响应的头和各阶段耗时，以及完整的正文。',
    ),
  ],
};
