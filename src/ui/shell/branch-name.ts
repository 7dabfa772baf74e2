import type { Language } from '../widgets/kit/host.ts';

/** The engine numbers branches, and knows no language. */
export function branchName(name: string, language: Language): string {
  const number = /^branch (\d+)$/.exec(name)?.[1];
  return number === undefined || language === 'en' ? name : `分支 ${number}`;
}
