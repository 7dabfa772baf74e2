// Puts the record of what demos read into dist, where it is not there yet. `npm start` does so behind the page's back.
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { ensureRecord } from './recorder.mjs';

// Whoever reads the page comes first.
setPriority(10);
process.once('SIGTERM', () => process.exit(0));
await ensureRecord(join(root, 'dist'));
