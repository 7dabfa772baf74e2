/** Where in somebody's files something stands. */
export interface Place {
  readonly file: string;
  /** From 1; left out where a file as a whole is meant. */
  readonly line?: number;
  /** `spec.containers[0].image`. */
  readonly field?: string;
  /** `Pod web/api-7d9f`, where it is known what it is. */
  readonly object?: string;
}

/** Why something of what was brought cannot be used: what is told of each kind. */
export interface Faults {
  /** No file was given, or nothing in any. */
  nothing: Record<never, never>;
  /** It is neither YAML nor JSON; `message` in the reader's words. */
  unreadable: { readonly message: string };
  /** YAML of more than so many MiB is not read. */
  large: { readonly mebibytes: number };
  /** What `kubectl get` shows to people, not what it gives to programs. */
  table: Record<never, never>;
  /** A template whose values are not filled in. */
  template: { readonly text: string };
  /** It holds the credentials of a person. */
  kubeconfig: Record<never, never>;
  /** A value where an object should stand. */
  noObject: { readonly what: string };
  /** A field that every object has. */
  missing: { readonly name: string };
  /** A field has a value of another type, in the words of Kubernetes. */
  mistyped: { readonly message: string };
  /** Something nobody can be called. */
  badName: { readonly name: string };
  /** A line that is not one of an audit log. */
  noAudit: Record<never, never>;
  /** What should be a moment is none. */
  noTime: { readonly name: string };
  /** So many levels, of which none so deep is followed. */
  deep: { readonly levels: number };
}

/** What was changed or left out so that the cluster can go on, none of which is a fault. */
export interface Remarks {
  /** A kind that v1.36 does not have and no definition among the files declares. */
  unknownKind: { readonly kind: string; readonly apiVersion: string; readonly count: number };
  /** What a server computes when it is asked, and keeps nowhere. */
  computed: { readonly kind: string; readonly count: number };
  /** The newer of two is taken. */
  twice: { readonly count: number };
  /** Secrets keep their keys alone. */
  masked: { readonly count: number };
  /** Secrets in which releases and tokens are kept are left out. */
  dropped: { readonly count: number };
  /** References to owners that are not there, by which everything would be deleted at once. */
  orphans: { readonly count: number; readonly owners: string };
  /** Namespaces that objects stand in and nobody brought. */
  namespaces: { readonly count: number; readonly names: string };
  /** Nodes that Pods are on and nobody brought. */
  nodes: { readonly count: number; readonly names: string };
  /** There is no node at all, so that one is made. */
  noNodes: Record<never, never>;
}

export type Fault = { readonly [K in keyof Faults]: { readonly key: K; readonly args: Faults[K] } }[keyof Faults];
export type Remark = { readonly [K in keyof Remarks]: { readonly key: K; readonly args: Remarks[K] } }[keyof Remarks];

export type Complaint = Fault & { readonly place: Place };
