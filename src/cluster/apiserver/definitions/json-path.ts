import { isFields } from '../../../api/go/json.ts';

/** One step down: a field's name, an index of a list, every item, or the items for which a field has a value. */
type Step = string | number | typeof EVERY | { readonly field: readonly Step[]; readonly equals: unknown };
const EVERY = Symbol('every');

/** The simple JSON paths that columns, scale and selectors are written in: `.spec.ports[0].port`, `.status.conditions[?(@.type=="Ready")].status`. */
// Models staging/src/k8s.io/client-go/util/jsonpath/parser.go (v1.36). Not modelled: unions, recursive descent, slices with steps.
export function parseJsonPath(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text.startsWith('$') ? text.slice(1) : text;
  if (rest !== '' && !rest.startsWith('.') && !rest.startsWith('[')) return undefined;
  while (rest !== '' && rest !== '.') {
    const found = nextStep(rest);
    if (found === undefined) return undefined;
    steps.push(found.step);
    rest = rest.slice(found.length);
  }
  return steps;
}

function nextStep(rest: string): { readonly step: Step; readonly length: number } | undefined {
  const name = /^\.((?:[^.[\]\\\s]|\\.)+)/.exec(rest);
  if (name !== null) {
    const text = (name[1] as string).replace(/\\(.)/g, '$1');
    return { step: text === '*' ? EVERY : text, length: name[0].length };
  }
  const index = /^\.?\[(-?\d+|\*)\]/.exec(rest);
  if (index !== null) return { step: index[1] === '*' ? EVERY : Number(index[1]), length: index[0].length };
  const quoted = /^\.?\[(?:'([^']*)'|"([^"]*)")\]/.exec(rest);
  if (quoted !== null) return { step: quoted[1] ?? quoted[2] ?? '', length: quoted[0].length };
  const filter = /^\.?\[\?\(\s*@([^=\s]+)\s*==\s*(?:"([^"]*)"|'([^']*)'|([^)\s]+))\s*\)\]/.exec(rest);
  if (filter === null) return undefined;
  const field = parseJsonPath(filter[1] as string);
  if (field === undefined) return undefined;
  const bare = filter[4];
  return { step: { field, equals: filter[2] ?? filter[3] ?? literal(bare) }, length: filter[0].length };
}

function literal(text: string | undefined): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Every value at the path, in order. */
export function valuesAt(object: unknown, path: readonly Step[]): readonly unknown[] {
  let found: readonly unknown[] = [object];
  for (const step of path) {
    found = found.flatMap((value) => below(value, step));
    if (found.length === 0) break;
  }
  return found;
}

function below(value: unknown, step: Step): readonly unknown[] {
  if (typeof step === 'string') return isFields(value) && Object.hasOwn(value, step) ? [value[step]] : [];
  if (step === EVERY) return Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  if (!Array.isArray(value)) return [];
  if (typeof step === 'number') {
    const at = step < 0 ? value.length + step : step;
    return at < value.length && at >= 0 ? [value[at]] : [];
  }
  return value.filter((item) => valuesAt(item, step.field).some((each) => each === step.equals));
}

/** The names of a path that has nothing but names. */
export function namesOf(text: string): readonly string[] | undefined {
  const steps = parseJsonPath(text);
  return steps?.every((step): step is string => typeof step === 'string') === true ? steps : undefined;
}
