import type { WishWords } from '../args.ts';

const pods = (count: number) => `**${count}** ${count === 1 ? 'Pod' : 'Pods'}`;

export const wishes: WishWords = {
  store: 'The store **takes no writes**',
  server: 'The API server **does not serve**',
  node: 'Node **{name}** is **not ready**',
  nodeSeems: 'Node **{name}** still counts as ready and is not',
  replicas: ({ want, have }) =>
    `{kind} **{name}** wants ${pods(want)}, ${have === 0 ? '**none** is' : have === 1 ? '**1** is' : '**{have}** are'} ready`,
  rollout: ({ want, have }) =>
    `{kind} **{name}** wants ${pods(want)} of its new template, ${have === 0 ? '**none** is' : have === 1 ? '**1** is' : '**{have}** are'} ready`,
  pod: 'Pod **{name}** is not ready',
  service: 'Service **{name}** has **no endpoint**',
  gone: '{kind} **{name}** was deleted and is **still there**',
};
