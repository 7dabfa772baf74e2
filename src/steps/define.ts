/** How fine a step is: a scene is a chapter of the story, a step is worth a look, a detail is inside a step. */
export type Level = 'scene' | 'step' | 'detail';

export type Scalar = string | number | boolean | undefined;
export type StepArgs = { readonly [name: string]: Scalar };

/** The stations of the API server's trunk, in the order of the handler chain. */
export const SERVER_STATIONS = [
  'tls',
  'authn',
  'audit',
  'flow-control',
  'authz',
  'decode',
  'mutating-admission',
  'schema-validation',
  'validating-admission',
  'registry',
] as const;

/** All stations, with those of the store behind it; a step may light one. */
export const STATIONS = [...SERVER_STATIONS, 'etcd', 'watch-cache'] as const;
export type Station = (typeof STATIONS)[number];

export interface StepSpec {
  readonly level: Level;
  /** The upstream file that this models, in the v1.36 tree. */
  readonly models: string;
  /** A page of kubernetes.io that explains it. */
  readonly docs?: string;
  readonly station?: Station;
  /** Of a kind that opens a scene: the kind that the same step has when it opens none. */
  readonly opens?: string;
  /** What reality does here that the simulation does not; also listed in docs/not-modelled.md. */
  readonly notModelled?: string;
}

export interface StepKind<A extends StepArgs = StepArgs, N extends string = string> extends StepSpec {
  /** `component.name`, unique. Whoever asks for a kind imports it; where only names are known, they are typed by `KindName`. */
  readonly name: N;
  /** What one asks for who means this step whether it opens a scene or not; usually its own name. */
  readonly family: string;
  readonly component: string;
  /** The engine's own note. */
  place?: number;
  /** Type only: the shape of the arguments. */
  readonly args?: A;
}

type Declared = { readonly [name: string]: StepSpec & { readonly args?: StepArgs } };
type Kinds<C extends string, D extends Declared> = {
  readonly [K in keyof D & string]: StepKind<NonNullable<D[K]['args']>, `${C}.${K}`>;
};

/** One kind; the type argument is the shape of its arguments. */
export function step<A extends StepArgs = Record<never, never>>(spec: StepSpec): StepSpec & { readonly args?: A } {
  return spec;
}

/** Declares a component's kinds of step. */
export function defineSteps<const C extends string, D extends Declared>(component: C, declared: D): Kinds<C, D> {
  const kinds: Record<string, StepKind> = {};
  for (const [name, spec] of Object.entries(declared)) kinds[name] = kindOf(component, name, spec);
  return kinds as Kinds<C, D>;
}

/** All kinds have all fields: what reads them at each step, meets one hidden class. */
function kindOf(component: string, name: string, spec: StepSpec): StepKind {
  const { level, models, docs, station, opens, notModelled } = spec;
  const full = `${component}.${name}`;
  const family = opens === undefined ? full : `${component}.${opens}`;
  return {
    name: full,
    family,
    component,
    level,
    models,
    docs,
    station,
    opens,
    notModelled,
    place: undefined,
  } as StepKind;
}

export function kindsOf(...groups: readonly { readonly [name: string]: StepKind }[]): readonly StepKind[] {
  return groups.flatMap((group) => Object.values(group));
}
