export { valuesAt } from './program.ts';
export { startProgram } from './start.ts';

/** Images that are more than a process that serves or waits: their programs talk to the API server. */
const PROGRAM_IMAGES = /^registry\.example\/(?:pod-watcher|video-operator):/;

export function isProgram(image: string): boolean {
  return PROGRAM_IMAGES.test(image);
}
