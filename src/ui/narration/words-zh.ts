import { gather } from './narrator.ts';

export const words = gather(import.meta.glob(['../../narration/zh/*.ts', '!**/*.test.ts'], { eager: true }));
