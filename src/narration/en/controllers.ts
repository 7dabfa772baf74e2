import type { controllersSteps } from '../../steps/controllers.ts';
import type { Texts } from '../text.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: 'All caches are filled: **{controllers}** controllers begin to work.',
    why: 'One process runs all controllers. Each has a queue, workers and an identity of its own, but they share one cache of every kind of object. None of them works before the caches are complete: an empty cache would look like an empty cluster.',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present
        ? 'The namespace has its ServiceAccount {subject}.'
        : 'The namespace lacks its ServiceAccount {subject}: it is created.',
    why: 'Pods that name no ServiceAccount run as the one named default, so every namespace must have it. Without it no pod would be admitted.',
  },
  rootCertificate: {
    say: 'The root certificate {subject} is {outcome}.',
    why: 'Pods must be able to tell that they talk to the real API server. The certificate with which they check this is a ConfigMap in every namespace, and is mounted beside the token.',
  },
};
