import { counted } from './words.ts';

/** What has happened beside a beat and is not told: how many of it there are. */
export const folds: { readonly [key: string]: (count: number, pods: number) => string } = {
  again: (count) => counted(count, 'thing that was told before', 'things that were told before'),
  pods: (_, pods) => (pods === 0 ? 'the same once more' : `the same for ${counted(pods, 'other Pod', 'other Pods')}`),
  status: (count) => counted(count, 'more status write', 'more status writes'),
  looks: (count) => counted(count, 'look that changes nothing', 'looks that change nothing'),
  aside: (count) => counted(count, 'Event or piece of news', 'Events and pieces of news'),
};
