// Prints all scenarios as JSON, for who cannot gather files by a pattern: node scripts/run-ts.mjs scripts/scenarios.ts
import { SCENARIOS } from '../src/scenarios/index.ts';

console.log(JSON.stringify(SCENARIOS));
