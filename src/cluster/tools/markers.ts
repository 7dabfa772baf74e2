// Models nothing upstream: what stands in a text for something that is put in when it is written (v1.36)

/** Stands for a `$` that is meant as it is written. */
export const PLAIN_DOLLAR = '\ue001';

/** Stands for all variables of the process, one a line. */
export const ALL_VARIABLES = '\ue002';
/** Stands for the list of processes. */
export const ALL_PROCESSES = '\ue003';
