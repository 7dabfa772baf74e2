import type { Language } from '../../widgets/kit/host.ts';
import { problemInWords } from '../../widgets/kit/run-problem.ts';
import { type Dictionary, say } from '../../widgets/kit/words.ts';
import { MOST_MEGABYTES, type ReadFile } from '../disk.ts';

const en = {
  tooBig: '{file} is larger than {limit} MB.',
  noText: '{file} is not a text file in UTF-8: it was not opened.',
  unreadable: '{file} cannot be read: {message}',
  badRun: '{file} cannot be opened as a run: {message}',
};
const zh: Record<keyof typeof en, string> = {
  tooBig: '{file} 大于 {limit} MB。',
  noText: '{file} 不是 UTF-8 文本文件，未打开。',
  unreadable: '无法读取 {file}：{message}',
  badRun: '{file} 不能作为运行打开：{message}',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** Why a file was not opened. */
export function unreadWords(read: Exclude<ReadFile, { readonly type: 'text' }>, language: Language): string {
  const { name: file } = read;
  if (read.type === 'large') return say(words, language, 'tooBig', { file, limit: MOST_MEGABYTES });
  if (read.type === 'noText') return say(words, language, 'noText', { file });
  return say(words, language, 'unreadable', { file, message: read.message });
}

/** Why a saved run was not opened. */
export function badRunWords(file: string, problem: string, language: Language): string {
  return say(words, language, 'badRun', { file, message: problemInWords(problem, language) });
}
