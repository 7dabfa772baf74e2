import type { WishWords } from '../args.ts';

const pods = (count: number) => `**${count}** ${count === 1 ? 'Pod' : 'Pods'}`;

export const wishes: WishWords = {
  storeFast: 'The store **is slow**',
  store: 'The store **takes no writes**',
  server: 'The API server **does not serve**',
  node: 'Node **{name}** is **not ready**',
  nodeSeems: 'Node **{name}** still counts as ready and is not',
  replicas: ({ want, have }) =>
    `{kind} **{name}** wants ${pods(want)}, ${have === 0 ? '**none** is' : have === 1 ? '**1** is' : '**{have}** are'} ready`,
  rollout: ({ want, have }) =>
    `{kind} **{name}** wants ${pods(want)} of its new template, ${have === 0 ? '**none** is' : have === 1 ? '**1** is' : '**{have}** are'} ready`,
  progress: ({ want, have }) =>
    `{kind} **{name}** has waited **{seconds} s** in vain (**ProgressDeadlineExceeded**): of ${pods(want)} ${have === 0 ? '**none** is' : have === 1 ? '**1** is' : '**{have}** are'} new and ready`,
  command: '`{line}` was **refused**',
  request: 'A request of **{user}** to **{verb} {resource}** was **refused**',
  drain: ({ left }) =>
    `Node **{name}** is to be emptied, and ${left === 1 ? '**1** Pod stays' : '**{left}** Pods stay'}`,
  stays: 'Pod **{name}** is **gone**',
  orderly: ({ kind }) =>
    kind === 'Pod'
      ? 'Pod **{name}** was **not stopped in good order**'
      : 'Pods of {kind} **{name}** are **not stopped in good order**',
  pod: 'Pod **{name}** is not ready',
  job: ({ want, have }) =>
    `Job **{name}** is to succeed ${want === 1 ? 'once' : '**{want}** times'} and has ${have === 0 ? 'not' : 'done so **{have}** times'}`,
  cronJob: 'CronJob **{name}** ({schedule}) makes no Job',
  claim: 'Claim **{name}** has **no volume**',
  servicePort: 'Port **{port}** of Service **{name}** leads nowhere',
  ingress: 'Ingress **{name}** leads nowhere',
  apiService: 'APIService **{name}** is **not available**',
  autoscaler: 'HorizontalPodAutoscaler **{name}** does not scale',
  nodeRoom: 'Node **{name}** runs short',
  service: 'Service **{name}** has **no endpoint**',
  gone: '{kind} **{name}** was deleted and is **still there**',
};
