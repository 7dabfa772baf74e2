import { execFileSync } from 'node:child_process';
import type { Scenario } from '../src/scenarios/index.ts';

/** Their files are gathered by a pattern, which a bundler reads and the runner of these tests does not. */
export function allScenarios(): readonly Scenario[] {
  const printed = execFileSync(process.execPath, ['scripts/run-ts.mjs', 'scripts/scenarios.ts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(printed) as readonly Scenario[];
}
