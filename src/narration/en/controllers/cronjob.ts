import type { cronjobSteps } from '../../../steps/controllers/cronjob.ts';
import type { Texts } from '../../text.ts';
import { counted } from '../words.ts';

export const cronjob: Texts<typeof cronjobSteps> = {
  sync: {
    say: ({ active }) =>
      `The CronJob controller looks at **{subject}**: \`{schedule}\`, ${active === 0 ? 'no Job active' : counted(active, 'Job active', 'Jobs active')}.`,
    why: 'It does not count seconds. Each time it looks, it works out which times of the schedule have passed since the last one that it used.',
  },
  due: {
    say: ({ missed }) =>
      `It is {time}: **{job}** is due for {subject}${missed > 1 ? `, the latest of ${missed} missed times` : ''}.`,
    why: 'The Job is named after the minute for which it was planned. Two controllers that want the same Job would give it the same name, so there cannot be two.',
  },
  skipped: {
    say: '{subject} starts nothing this time: {message}.',
    why: 'The spec says what is to happen when a time comes at a bad moment: too late, or while an earlier Job still runs.',
  },
  waits: {
    say: '{subject} will be looked at again in {seconds} s.',
    why: 'The key waits in the queue until just after the next time of the schedule.',
  },
  tidied: {
    say: '**{job}** is older than the last {kept} that {subject} keeps: it is deleted.',
    why: 'Ended Jobs stay so that somebody can look at them, but not all of them for ever.',
  },
  replaced: {
    say: '**{job}** still runs and is deleted: {subject} wants the newest to replace it.',
    why: 'The concurrency policy is Replace.',
  },
  status: {
    say: ({ active }) =>
      `The status of **{subject}** is written: ${active === 0 ? 'nothing active' : `${active} active`}, last time {last}.`,
    why: 'The next look begins from the last time that is written here, also after a restart of the controller.',
  },
};
