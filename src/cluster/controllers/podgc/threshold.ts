/** So many ended Pods may stay: `--terminated-pod-gc-threshold` unless told. */
export const MANY_ENDED = 12_500;
