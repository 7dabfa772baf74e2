/** The type of the condition that says who is about to end a pod. */
export const DISRUPTION_TARGET = 'DisruptionTarget';
