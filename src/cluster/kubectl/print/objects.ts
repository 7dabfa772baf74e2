// Models staging/src/k8s.io/cli-runtime/pkg/printers (v1.36)

import { goJson } from '../../../api/go-json.ts';
import { printYaml } from '../../../api/yaml/index.ts';
import { type Failure, failure } from '../errors.ts';
import { columnsProblem, customColumns } from './custom-columns.ts';
import { renderTemplate } from './jsonpath.ts';

export interface NamedObject {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata?: { readonly name?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const FORMATS =
  'custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml';

/**
 * Objects as `-o` asks for them: `whole` is the single object or the List of them.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/genericclioptions/print_flags.go (v1.36); go-template and kyaml are not modelled.
 */
export function objectsText(
  objects: readonly unknown[],
  whole: unknown,
  output: string,
  headers = true,
): string | Failure {
  const [format = ''] = output.split('=', 1);
  const template = output.slice(format.length + 1);
  switch (format) {
    case 'yaml':
      return printYaml(whole);
    case 'json':
      return `${goJson(whole, { sortKeys: true, indent: 4 })}\n`;
    case 'name':
      return objects.map((object) => `${nameOf(object as NamedObject)}\n`).join('');
    case 'jsonpath': {
      const text = renderTemplate(template, whole);
      return typeof text === 'string' ? text : failure(text.error);
    }
    case 'custom-columns': {
      const wrong = columnsProblem(template);
      return wrong === undefined ? customColumns(objects, template, headers) : failure(wrong);
    }
    case 'go-template':
    case 'kyaml':
      return failure(`-o ${format} is not modelled`);
    default:
      return failure(
        `unable to match a printer suitable for the output format "${output}", allowed formats are: ${FORMATS}`,
      );
  }
}

/** `deployment.apps/nginx` */
export function nameOf({ kind = '', apiVersion = '', metadata }: NamedObject): string {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : `.${apiVersion.slice(0, slash)}`;
  return `${kind.toLowerCase()}${group}/${metadata?.name}`;
}

export function withoutManagedFields(object: unknown): unknown {
  const { metadata, ...rest } = object as NamedObject;
  const { managedFields: _, ...kept } = metadata ?? {};
  return { ...rest, metadata: kept };
}
