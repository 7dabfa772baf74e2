export { KNOWN } from './known.ts';
export { openLinked, openScenario } from './open-asked.ts';
