/** Binding was the controller's choice: it may take it back. */
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
