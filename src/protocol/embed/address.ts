import type { EmbedLanguage, EmbedTheme, Settings } from './contract.ts';
import { checked, LOOKS, SETTINGS } from './fields.ts';

/** What whoever embeds a moment asks for in its address, beside the link itself. */
export interface Asked extends Settings {
  readonly theme?: EmbedTheme;
  readonly lang?: EmbedLanguage;
  readonly scale?: number;
  /** The tabs of the inside that may be opened; none: there is the map alone; all of them where it is left out. */
  readonly panels?: readonly string[];
  /** The manifests can be looked at and changed. */
  readonly edit?: boolean;
  /** It begins although nobody sees it yet. */
  readonly eager?: boolean;
  /** The only origin that is answered, such as `https://docs.example`. */
  readonly host?: string;
}

/** Words of their own: a link has some of the same, under its checksum. */
const PREFIX = 'embed.';
const PLAIN = ['lang', 'theme', 'scale'] as const;

/** The address of a moment, or of a typed link, as the part of another page that looks as is asked. */
export function embedAddress(link: string, asked: Asked): string {
  const [, head = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link) ?? [];
  // Demos have a page of their own, which fetches less.
  const page = head.replace(/(?:index\.html|embed\.html)?$/, 'embed.html');
  const kept = query
    .slice(1)
    .split('&')
    .filter((word) => word !== '' && !/^(?:embed(?:[=.]|$)|lang=|theme=|scale=)/.test(word));
  // Behind the rest: a link that is cut has lost this, and not what says that it is a link.
  return `${page}?${[...kept, 'embed', ...wordsOf(asked)].join('&')}${hash}`;
}

function wordsOf({ range, panels, edit, eager, lang, theme, scale, ...rest }: Asked): readonly string[] {
  const own: { readonly [name: string]: unknown } = {
    ...rest,
    range: range?.join('-'),
    panels: panels?.join(','),
    edit: edit === true ? 'yes' : undefined,
    load: eager === true ? 'eager' : undefined,
  };
  return [
    ...Object.entries({ lang, theme: theme === 'auto' ? undefined : theme, scale }),
    ...Object.entries(own).map(([name, value]) => [PREFIX + name, value] as const),
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]));
}

/** What an address asks for; what is not as it should be is as if it had been left out. */
export function readAsked(search: string): Asked {
  const words = new URLSearchParams(search);
  const own = (name: string) => words.get(PREFIX + name) ?? undefined;
  const panels = own('panels');
  return {
    ...oneByOne(
      {
        grain: own('grain'),
        scope: own('scope'),
        actor: own('actor'),
        object: own('object'),
        speed: numberIn(own('speed')),
        motion: own('motion'),
        range: rangeIn(own('range')),
      },
      SETTINGS,
    ),
    ...oneByOne({ ...plainIn(words), scale: numberIn(words.get('scale') ?? undefined) }, LOOKS),
    ...(panels === undefined ? {} : { panels: panels.split(',').filter((name) => /^[a-z]{1,20}$/.test(name)) }),
    ...(own('edit') === 'yes' ? { edit: true } : {}),
    ...(own('load') === 'eager' ? { eager: true } : {}),
    ...(own('host') === undefined ? {} : { host: own('host') as string }),
  };
}

function plainIn(words: URLSearchParams): { readonly [name: string]: unknown } {
  return Object.fromEntries(PLAIN.map((name) => [name, words.get(name) ?? undefined]));
}

function oneByOne<T>(
  fields: { readonly [name: string]: unknown },
  checks: Parameters<typeof checked<T>>[1],
): Partial<T> {
  const kept = Object.entries(fields).map(([name, value]) => checked({ [name]: value }, checks) ?? {});
  return Object.assign({}, ...kept) as Partial<T>;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function rangeIn(text: string | undefined): readonly [number, number] | undefined {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  return from === undefined ? undefined : [Number(from), Number(to)];
}
