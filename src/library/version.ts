import { KUBERNETES as MODELLED } from '../protocol/messages.ts';

/** The version of this package, with the commit that it was built from where that is known. */
export const VERSION: string = __KUBESTEP_BUILD__;

/** The version of Kubernetes that is modelled. */
export const KUBERNETES: string = MODELLED;
