import type { jobSteps } from '../../../steps/controllers/job.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

export const job: Texts<typeof jobSteps> = {
  sync: {
    say: 'The Job controller looks at **{subject}**: {active} active, **{succeeded} succeeded**, {failed} failed; {want} should be active.',
    why: 'A Job is about Pods that end: those that have succeeded count, so fewer and fewer have to run.',
  },
  skip: {
    say: 'There is nothing to do for **{subject}**: {reason}.',
    why: 'A finished Job never starts again; its Pods stay so that their logs can be read.',
  },
  claimed: {
    say: ({ adopted }) => `{subject} ${adopted ? '**adopts**' : '**releases**'} Pod **{pod}**.`,
    why: 'Labels and the owner reference together decide which Pods belong to the Job.',
  },
  pods: {
    say: ({ create, remove }) =>
      create > 0
        ? `**${counted(create, 'more Pod', 'more Pods')}** will be created for {subject}.`
        : `**${counted(remove, 'Pod', 'Pods')}** of {subject} will be deleted.`,
    why: 'Each Pod carries a finalizer, so that it cannot vanish before its result has been counted.',
  },
  backoff: {
    say: ({ index }) =>
      `${index === undefined ? '{failures} failed in a row' : 'Index {index} has failed {failures} in a row'}: the next Pod of {subject} waits for **{seconds}** more seconds.`,
    why: 'The pause doubles with each failure: 10, 20, 40 seconds, up to ten minutes. What failed just now would likely fail again at once.',
  },
  status: {
    say: ({ uncounted }) =>
      `The status of **{subject}** is written: {active} active, {ready} of them ready, **{succeeded} succeeded**, {failed} failed${uncounted > 0 ? '; {uncounted} ended but not yet counted' : ''}.`,
    why: 'Ended Pods are first noted by uid and counted only after their finalizer is gone. Wherever the controller stops in between, none is counted twice.',
  },
  untrack: {
    say: ({ pods }) => `The finalizer is taken off **${counted(pods, 'ended Pod', 'ended Pods')}** of {subject}.`,
    why: 'Their results are on record now, so they may be deleted at any time.',
  },
  finished: {
    say: ({ outcome }) =>
      outcome === 'Complete' ? '**{subject} is complete.**' : '**{subject} has failed**: {reason}.',
    why: 'First comes the verdict (SuccessCriteriaMet or FailureTarget), then, when all Pods have ended, the condition that is final.',
  },
  expired: {
    say: '{subject} ended {seconds} seconds ago, as long as its ttlSecondsAfterFinished: it is deleted.',
    why: 'Without this field finished Jobs stay for ever, with their Pods.',
  },
};
