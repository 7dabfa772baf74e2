// Replays recordings of a real cluster against the simulator and compares: scripts/parity/README.md
import { main } from './parity/main.ts';

process.exitCode = await main(process.argv.slice(2));
