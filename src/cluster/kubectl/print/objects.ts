// Models staging/src/k8s.io/cli-runtime/pkg/printers (v1.36)

import { orderKeys } from '../../../api/decoding/decode.ts';
import { goJson } from '../../../api/go/json-text.ts';
import { resourceOfObject } from '../../../api/scheme/scheme.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { printYaml } from '../../../api/yaml/index.ts';
import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Options } from '../flags/options.ts';
import { Failure, failure } from '../session/errors.ts';
import { fileNamed } from '../session/files.ts';
import type { Session } from '../session/session.ts';
import { columnsOfFile, columnsProblem, customColumns } from './custom-columns.ts';
import { executeGoTemplate, goTemplateProblem } from './go-template.ts';
import { goSyntax, goValue } from './go-values.ts';
import { findAll, plain, renderTemplate } from './jsonpath.ts';
import { isJsonPathError, templateProblem } from './jsonpath-parse.ts';
import { printKyaml } from './kyaml.ts';

export interface NamedObject {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata?: { readonly name?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const TEMPLATES =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,';
const FORMATS = `custom-columns,custom-columns-file,${TEMPLATES}wide,yaml`;

/** How objects are to be printed, once it is known to be possible. */
export interface Printer {
  readonly format: string;
  /** Objects, and the single one or the List of them. */
  readonly print: (objects: readonly unknown[], whole: unknown, again?: boolean) => string | Failure;
}

interface Wish {
  readonly format: string;
  readonly template: string;
  readonly headers: boolean;
  readonly lenient: boolean;
  readonly managed: boolean;
  /** The command knows the types of its objects: their fields come as a type has them. */
  readonly typed: boolean;
}

/** As what this command reads and shows objects. */
const READING: Keepsake<{ isTyped: boolean; needsKnownKinds: boolean }> = {
  begin: () => ({ isTyped: false, needsKnownKinds: false }),
};

/** From now on every object is read as one of a known type. */
export function readTyped(session: Session): void {
  showTyped(session);
  session.keepsakes.of(READING).needsKnownKinds = true;
}

/** Built into the server, and not into kubectl. */
const EXTENSIONS = /^api(?:extensions|registration)\.k8s\.io\//;

/** Whether kubectl has a type for what is called so. */
export function isTypeKnown(kind: string, apiVersion: string): boolean {
  return resourceOfObject({ kind, apiVersion }) !== undefined && !EXTENSIONS.test(apiVersion);
}

/** What is said of an object whose type a command would have to know. */
export function unknownKind(
  session: Session,
  { kind, apiVersion }: Pick<NamedObject, 'kind' | 'apiVersion'>,
): Failure | undefined {
  if (!session.keepsakes.of(READING).needsKnownKinds || kind === undefined || apiVersion === undefined)
    return undefined;
  return isTypeKnown(kind, apiVersion) ? undefined : notRegistered(kind, apiVersion);
}

export function notRegistered(kind: string, apiVersion: string, scheme = 'pkg/scheme/scheme.go:28'): Failure {
  return failure(`no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`);
}

/** From now on objects are shown as a typed client has them. */
export function showTyped(session: Session): void {
  session.keepsakes.of(READING).isTyped = true;
}

/** The format that a command was asked for: a template alone means a Go template. */
export function outputOf(options: Options): string {
  const output = options.text('output') ?? '';
  return output === '' && (options.text('template') ?? '') !== '' ? 'go-template' : output;
}

/**
 * The printer that `-o` and `--template` ask for; `columns` where a command knows tables.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/genericclioptions/print_flags.go (v1.36)
 */
export function printerFor(session: Session, options: Options, columns = false, fallback = ''): Printer | Failure {
  const output = outputOf(options) || fallback;
  const equals = output.indexOf('=');
  const format = (equals < 0 ? output : output.slice(0, equals)).toLowerCase();
  const own = equals < 0 ? '' : output.slice(equals + 1);
  const wish: Wish = {
    format,
    template: own,
    headers: !options.is('no-headers'),
    lenient: options.is('allow-missing-template-keys', true),
    managed: options.is('show-managed-fields'),
    typed: session.keepsakes.of(READING).isTyped,
  };
  const unknown = (): Failure =>
    failure(
      `unable to match a printer suitable for the output format "${output}", allowed formats are: ${columns ? FORMATS : `${TEMPLATES}yaml`}`,
    );
  switch (format) {
    case 'yaml':
    case 'json':
    case 'name':
    case 'kyaml':
      return equals < 0 ? { format, print: (objects, whole) => plainText(objects, whole, wish) } : unknown();
    case 'jsonpath':
    case 'jsonpath-file':
    case 'jsonpath-as-json':
    case 'go-template':
    case 'go-template-file':
    case 'template':
    case 'templatefile':
      // A template of its own and one beside it do not go together.
      if (equals >= 0 && (options.text('template') ?? '') !== '') return unknown();
      return templatePrinter(session, { ...wish, template: own || (options.text('template') ?? '') });
    case 'custom-columns':
    case 'custom-columns-file':
      return columns ? columnPrinter(session, wish) : unknown();
    default:
      return unknown();
  }
}

/** Prints at once, or says why not. */
export function printedText(
  options: Options,
  objects: readonly unknown[],
  whole: unknown,
  fallback: string,
  session: Session,
): string | Failure {
  const printer = printerFor(session, options, false, fallback);
  return printer instanceof Failure ? printer : printer.print(objects, whole);
}

function plainText(objects: readonly unknown[], whole: unknown, { format, managed, typed }: Wish): string {
  if (format === 'name') return objects.map((object) => `${nameOf(object as NamedObject)}\n`).join('');
  const shown = managed ? whole : withoutManaged(whole);
  if (format === 'yaml') return printYaml(shown);
  if (typed && format === 'kyaml') return printKyaml(orderedAsSent(shown), 'as given');
  if (typed) return `${goJson(orderedAsSent(shown), { indent: 4 })}\n`;
  const { kind, metadata, items } = shown as NamedObject & { readonly items?: readonly unknown[] };
  const isGathered = items !== undefined && kind === 'List' && metadata?.resourceVersion === undefined;
  if (format === 'kyaml') return printKyaml(shown, isGathered ? 'items by name' : 'by name');
  return isGathered ? gatheredText(items) : `${sortedText(shown)}\n`;
}

const sortedText = (value: unknown): string => goJson(value, { sortKeys: true, indent: 4 });

/** A List of what was sent is put together by type, while its items are maps. */
function gatheredText(items: readonly unknown[]): string {
  const texts = items.map((item) => sortedText(item).replace(/^/gm, ' '.repeat(8)));
  const head = '{\n    "kind": "List",\n    "apiVersion": "v1",\n    "metadata": {},\n    "items": [\n';
  return `${head}${texts.join(',\n')}\n    ]\n}\n`;
}

function withoutManaged(whole: unknown): unknown {
  const { items } = whole as { readonly items?: readonly unknown[] };
  if (Array.isArray(items)) return { ...(whole as object), items: items.map(withoutManagedFields) };
  return withoutManagedFields(whole);
}

function templatePrinter(session: Session, wish: Wish): Printer | Failure {
  const { format } = wish;
  if (wish.template === '') return failure('template format specified but no template given');
  let template = wish.template;
  if (format.endsWith('file')) {
    const text = fileNamed(session, template);
    if (text === undefined)
      return failure(`error reading --template ${template}, open ${template}: no such file or directory`);
    template = text;
  }
  if (format.startsWith('jsonpath')) {
    const wrong = templateProblem(template);
    if (wrong !== undefined) return failure(`error parsing jsonpath ${template}, ${wrong}`);
    const print = format === 'jsonpath-as-json' ? asJson : withPath;
    return { format, print: (_, whole) => print(session, template, whole, wish.lenient) };
  }
  const wrong = goTemplateProblem(template);
  if (wrong !== undefined) return failure(`error parsing template ${template}, ${wrong}`);
  return {
    format,
    print: (_, whole) => {
      const text = executeGoTemplate(template, whole, wish.lenient);
      if (typeof text === 'string') return text;
      session.print(
        `${text.text}Error executing template: ${text.error}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\traw data was:\n\t\t${goJson(whole, { sortKeys: true })}\n\tobject given to template engine was:\n\t\t${goValue(whole)}\n\n`,
      );
      return failure(`error executing template ${JSON.stringify(template)}: ${text.error}`);
    },
  };
}

function withPath(_: Session, template: string, whole: unknown, lenient: boolean): string | Failure {
  const text = renderTemplate(template, whole, lenient);
  return typeof text === 'string' ? text : pathFailure(template, whole, text.error);
}

function asJson(_: Session, template: string, whole: unknown, lenient: boolean): string | Failure {
  const found = findAll(template, whole, lenient);
  if (isJsonPathError(found)) return pathFailure(template, whole, found.error);
  return found.map((results) => `${goJson(results.map(plain), { sortKeys: true, indent: 4 })}\n`).join('');
}

function pathFailure(template: string, whole: unknown, error: string): Failure {
  return failure(
    `error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${error}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(whole)}\n\n`,
  );
}

function columnPrinter(session: Session, wish: Wish): Printer | Failure {
  let spec = wish.template;
  const isOfFile = wish.format === 'custom-columns-file';
  if (isOfFile) {
    if (spec === '') return failure('custom-columns format specified but no custom columns given');
    const text = fileNamed(session, spec);
    if (text === undefined) return failure(`error reading template ${spec}, open ${spec}: no such file or directory`);
    const read = columnsOfFile(text);
    if (typeof read !== 'string') return failure(read.error);
    spec = read;
  }
  const wrong = columnsProblem(spec);
  if (wrong !== undefined) return failure(wrong);
  return {
    format: 'custom-columns',
    print: (objects, _, again = false) => {
      const text = customColumns(objects, spec, (isOfFile || wish.headers) && !again);
      if (typeof text === 'string') return text;
      session.print(text.text);
      return failure(text.error);
    },
  };
}

/** `deployment.apps/nginx` */
export function nameOf({ kind = '', apiVersion = '', metadata }: NamedObject): string {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : `.${apiVersion.slice(0, slash)}`;
  return `${kind.toLowerCase()}${group}/${metadata?.name || '<unknown>'}`;
}

/** With the fields in the order of the types, as the server sends them and typed clients print them. */
export function orderedAsSent(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { apiVersion = '', kind = '', items } = body as NamedObject & { readonly items?: readonly unknown[] };
  const [group, version] = splitGroupVersion(apiVersion);
  const ordered = orderKeys({ group, version, kind }, body);
  return kind === 'EventList' && items !== undefined ? { ...ordered, items: items.map(orderedAsSent) } : ordered;
}

export function withoutManagedFields(object: unknown): unknown {
  const { metadata } = object as NamedObject;
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...kept } = metadata;
  return { ...(object as object), metadata: kept };
}
