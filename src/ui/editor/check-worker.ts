import { withFieldEdited } from '../../api/yaml/index.ts';
import { changedPlaces } from './changed-places.ts';
import { checkText, markersOfAnswer } from './check.ts';
import type { Answer, Question } from './checker.ts';
import { findField, findLines } from './fields-in-text.ts';
import { completeAt, formattedText, hoverAt, learn, outlineOf } from './language/service.ts';

const CHECKS = {
  changedPlaces,
  checkText,
  markersOfAnswer,
  withFieldEdited,
  findField,
  findLines,
  learn,
  completeAt,
  hoverAt,
  outlineOf,
  formattedText,
} as const;

self.onmessage = ({ data: { id, check, args } }: MessageEvent<Question>) => {
  const run = CHECKS[check] as (...args: readonly unknown[]) => unknown;
  self.postMessage({ id, found: run(...args) } satisfies Answer);
};
