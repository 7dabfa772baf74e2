// Models staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36)

import { CelError, type CelProgram, celPrograms, compileCel, isProblem, type Value } from '../../../api/cel/index.ts';
import type { Device, DeviceAttribute, DeviceSelector } from '../../../api/types/resource.ts';

/** A device whose driver is known: names without a domain are in that of the driver. */
export interface NamedDevice {
  readonly driver: string;
  readonly device: Device;
}

type Domain = { [name: string]: Value };

const NOTHING: Domain = {};
const quantity = onceProgram('quantity(text)', ['text']);
const version = onceProgram('semver(text)', ['text']);

/** A domain that a device knows nothing of is empty. */
class Domains extends Map<Value, Domain> {
  override has(_key: Value): boolean {
    return true;
  }

  override get(key: Value): Domain {
    return super.get(key) ?? NOTHING;
  }
}

const programOf = celPrograms(['device']);

/** Whether a device is wanted; a text is the error that stops the search. */
export function matchesDevice(
  selectors: readonly DeviceSelector[] | undefined,
  device: NamedDevice,
  of: string,
): boolean | string {
  for (let at = 0; at < (selectors?.length ?? 0); at += 1) {
    const found = programOf(selectors?.[at]?.cel?.expression ?? '');
    if (isProblem(found)) return `${of}: selector #${at}: CEL compile error: compilation failed: ${found.problem}`;
    const answer = answerOf(found, device);
    if (typeof answer === 'string') return `${of}: selector #${at}: CEL runtime error: ${answer}`;
    if (!answer) return false;
  }
  return true;
}

function answerOf(program: CelProgram, device: NamedDevice): boolean | string {
  try {
    const answer = program.evaluate({ device: variableOf(device) });
    return typeof answer === 'boolean' ? answer : 'CEL expression did not return bool';
  } catch (error) {
    if (error instanceof CelError) return error.message;
    throw error;
  }
}

function variableOf({ driver, device }: NamedDevice): Value {
  return {
    driver,
    attributes: domains(driver, device.attributes ?? {}, attributeValue),
    capacity: domains(driver, device.capacity ?? {}, ({ value }) => quantity().evaluate({ text: String(value) })),
  };
}

function domains<T>(driver: string, entries: { readonly [name: string]: T }, read: (entry: T) => Value): Domains {
  const found = new Domains();
  for (const [name, entry] of Object.entries(entries)) {
    const slash = name.indexOf('/');
    const [domain, id] = slash < 0 ? [driver, name] : [name.slice(0, slash), name.slice(slash + 1)];
    const before = found.get(domain);
    found.set(domain, { ...before, [id]: read(entry) });
  }
  return found;
}

function attributeValue({ version: text, ...plain }: DeviceAttribute): Value {
  if (text !== undefined) return version().evaluate({ text });
  return plain.string ?? plain.bool ?? plain.int ?? '';
}

/** Compiled when it is first needed: while its module is read, the compiler may not be there yet. */
function onceProgram(text: string, names: readonly string[]): () => CelProgram {
  let program: CelProgram | undefined;
  return () => {
    if (program !== undefined) return program;
    const compiled = compileCel(text, names);
    if (isProblem(compiled)) throw new Error(compiled.problem);
    program = compiled;
    return program;
  };
}
