import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

/** How a command line becomes an object: once by generators, today by run and create. */
export const generators: Scenario = {
  id: 'generators',
  place: 5,
  topics: ['1.2', '2.10'],
  title: { en: 'From a command line to an object', zh: '从命令行到对象' },
  goal: {
    en: 'Until v1.17 kubectl run chose a generator by its flags: --restart=Always made a Deployment, OnFailure a Job, Never a Pod, and --schedule a CronJob. Since v1.18 run makes a Pod and nothing else, whatever --restart says; the other three have commands of their own. Here each of the four, and what is left of the old flags.',
    zh: '在 v1.17 之前，kubectl run 根据标志选择 generator：--restart=Always 生成 Deployment，OnFailure 生成 Job，Never 生成 Pod，--schedule 生成 CronJob。自 v1.18 起，无论 --restart 取何值，run 只创建 Pod；其余三种各有自己的命令。这里依次查看四种对象，以及旧标志如今的结果。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl run web --image=nginx:1.27'),
      'object',
      'Once: a Deployment (--restart=Always is the default). Today: a Pod with the label run=web. The fields that kubectl-run wrote were all made before the POST left; the server added the rest.',
      '过去：Deployment（--restart=Always 是默认值）。今天：一个带有标签 run=web 的 Pod。由 kubectl-run 写入的字段在 POST 发出之前就都生成好了，其余由服务器补上。',
      { subject: 'pods/default/web' },
    ),
    part(
      typed('kubectl run once --image=busybox --restart=OnFailure -- echo hello'),
      'object',
      'Once: a Job. Today: still a Pod, with the restartPolicy OnFailure and a command of its own.',
      '过去：Job。今天：仍然是 Pod，只是 restartPolicy 为 OnFailure，并带有自己的命令。',
      { subject: 'pods/default/once' },
    ),
    part(
      typed("kubectl run tick --image=busybox --schedule='* * * * *' -- echo hello"),
      'step',
      'Once: a CronJob. The flag is gone; kubectl refuses before anything is sent.',
      '过去：CronJob。该标志已被移除；kubectl 在发送之前就拒绝。',
    ),
    part(
      typed('kubectl create deployment web --image=nginx:1.27 --replicas=2'),
      'step',
      'What --restart=Always once did is this command now.',
      '过去由 --restart=Always 完成的事，现在用这条命令。',
    ),
    part(
      typed('kubectl create job once --image=busybox -- echo hello'),
      'step',
      'What --restart=OnFailure once did.',
      '过去由 --restart=OnFailure 完成的事。',
    ),
    part(
      typed("kubectl create cronjob tick --image=busybox --schedule='*/5 * * * *' -- echo hello"),
      'step',
      'What --schedule once did.',
      '过去由 --schedule 完成的事。',
    ),
    part(
      typed('kubectl create deployment dry --image=nginx:1.27 --dry-run=client -o yaml'),
      'step',
      'What makes the object is still in kubectl: this prints it and sends nothing.',
      '生成对象的代码仍在 kubectl 中：这条命令打印生成的内容，不发送任何请求。',
    ),
    part(
      typed('kubectl get deploy,jobs,cronjobs,pods'),
      'step',
      'All that was made, by kind.',
      '按类型列出创建的全部对象。',
    ),
  ],
};
