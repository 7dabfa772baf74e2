import type { namespaceSteps } from '../../../steps/controllers/namespace.ts';
import type { Texts } from '../../text.ts';

export const namespace: Texts<typeof namespaceSteps> = {
  sync: {
    say: 'The namespace controller takes up **{subject}**, which is being deleted.',
    why: 'It lets five seconds pass first, so that every API server knows of the deletion and accepts nothing new in the namespace.',
  },
  content: {
    say: 'Discovery names **{types} types** that may have content in {subject}: all of it is deleted, **Pods first**.',
    why: 'A namespace is not a folder: nothing lists its content, so every type is asked for. Pods go first because they may need what else is there until they have stopped.',
  },
  conditions: {
    say: ({ remaining, finalizers }) =>
      `What was found is written to the status of **{subject}**: ${remaining === '' ? 'nothing is in the way' : `**${remaining}** remain`}${finalizers === '' ? '' : `, held by the finalizer **${finalizers}**`}.`,
    why: 'When a namespace stays Terminating, these conditions say why.',
  },
  waiting: {
    say: '**{subject}** is not empty yet: the next look is in **{seconds}** seconds at the latest.',
    why: 'Pods have their grace period, and finalizers are for others to remove. The controller only looks again.',
  },
  finalize: {
    say: '**{subject}** is empty: its finalizer **kubernetes** is removed, and with it the namespace.',
    why: 'As long as this finalizer stands, the API server keeps the name. Removing it by hand would leave the content behind, in a namespace that no longer exists.',
  },
};
