/** Annotations of a Service that say how the program behind it answers. */
export const BEHAVIOUR = 'webhook.kubestep.dev/';
