import type { Said } from './words.ts';

/** Words on buttons, columns and headings of the page that guides quote: a test of the page holds them to it. */
export const PAGE_WORDS: readonly Said[] = [
  { en: 'Side by side', zh: '并排对照' },
  { en: 'Walk the chains', zh: '走一遍这些链' },
  { en: 'detail', zh: '细节' },
  { en: 'Everything', zh: '全部' },
  { en: 'used by', zh: '使用者' },
  { en: 'this machine', zh: '本机' },
  { en: 'Leases', zh: '租约' },
  { en: 'Revisions of this key', zh: '此键的修订版本' },
  { en: 'Resource limits: cgroup values', zh: '资源限制：cgroup 值' },
];
