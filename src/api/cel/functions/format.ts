import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import { Extension, NONE, Optional } from '../values/values.ts';
import { parseTimestamp } from './time-text.ts';
import type { Implementation } from './types.ts';

/** A named form of texts: the problems that a text has with it. */
// Models staging/src/k8s.io/apiserver/pkg/cel/library/format.go (v1.36)
class Format extends Extension {
  readonly typeName = 'kubernetes.NamedFormat';

  constructor(
    readonly key: string,
    readonly problems: (text: string) => readonly string[],
  ) {
    super();
  }
}

type Problems = (text: string) => readonly string[];

/** A prefix may end in a dash, with more to come. */
const ofPrefix =
  (problems: Problems): Problems =>
  (text) =>
    problems(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const shaped =
  (fits: (text: string) => boolean, problem: string): Problems =>
  (text) =>
    fits(text) ? [] : [problem];

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const URI = /^(?:[a-zA-Z][a-zA-Z0-9+.-]*:\S+|\/\S*)$/;

const uriProblems: Problems = (text) => {
  if (text === '') return ['parse "": empty url'];
  return URI.test(text) ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`];
};

const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries<Problems>({
    dns1123Label: dnsLabelProblems,
    dns1123Subdomain: dnsSubdomainProblems,
    dns1035Label: dns1035LabelProblems,
    qualifiedName: qualifiedNameProblems,
    dns1123LabelPrefix: ofPrefix(dnsLabelProblems),
    dns1123SubdomainPrefix: ofPrefix(dnsSubdomainProblems),
    dns1035LabelPrefix: ofPrefix(dns1035LabelProblems),
    labelValue: labelValueProblems,
    uri: uriProblems,
    uuid: shaped((text) => UUID.test(text), 'does not match the UUID format'),
    byte: shaped((text) => BASE64.test(text), 'invalid base64'),
    date: shaped((text) => text.length === 10 && parseTimestamp(`${text}T00:00:00Z`) !== undefined, 'invalid date'),
    datetime: shaped((text) => parseTimestamp(text) !== undefined, 'invalid datetime'),
  }).map(([name, problems]) => [name, new Format(name, problems)]),
);

const validate: Implementation = ([format, text]) => {
  if (!(format instanceof Format) || typeof text !== 'string') return undefined;
  const problems = format.problems(text);
  return problems.length === 0 ? NONE : new Optional(problems);
};

const named: Implementation = ([name]) => {
  if (typeof name !== 'string') return undefined;
  const format = FORMATS.get(name);
  return format === undefined ? NONE : new Optional(format);
};

export const formats: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['validate', validate],
  ['format.named', named],
  ...[...FORMATS].map(([name, format]): [string, Implementation] => [`format.${name}`, () => format]),
]);
