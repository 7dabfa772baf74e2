import { useMemo } from 'react';
import { type Language, useHost } from './host.ts';

export type WordArgs = { readonly [name: string]: string | number };
export type Say<K extends string> = (key: K, args?: WordArgs) => string;

/** A dictionary in both languages: the compiler refuses one that lacks a key of the other. */
export interface Dictionary<K extends string> {
  readonly en: Readonly<Record<K, string>>;
  readonly zh: Readonly<Record<K, string>>;
}

export function say<K extends string>(words: Dictionary<K>, language: Language, key: K, args?: WordArgs): string {
  const template = words[language][key] ?? words.en[key] ?? key;
  return args === undefined
    ? template
    : template.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

export function useWords<K extends string>(words: Dictionary<K>): Say<K> {
  const { language } = useHost();
  return useMemo(() => (key, args) => say(words, language, key, args), [words, language]);
}
