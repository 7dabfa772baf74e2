import { type Failure, failure } from '../session/errors.ts';

/**
 * `a=b,c=d`
 *
 * Models staging/src/k8s.io/kubectl/pkg/generate/generate.go ParseLabels (v1.36)
 */
export function parseLabels(text: string): { readonly [key: string]: string } | Failure {
  const labels: [string, string][] = [];
  for (const spec of text.split(',')) {
    const [key = '', value, ...more] = spec.split('=');
    if (value === undefined || more.length > 0 || key === '') return failure(`unexpected label spec: ${spec}`);
    labels.push([key, value]);
  }
  return Object.fromEntries(labels);
}
