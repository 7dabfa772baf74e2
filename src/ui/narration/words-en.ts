import { gather } from './narrator.ts';

export const words = gather(import.meta.glob(['../../narration/en/*.ts', '!**/*.test.ts'], { eager: true }));
