export interface EventExtra {
  readonly fieldPath?: string;
  readonly action?: string;
}

export interface EventSourceName {
  readonly component: string;
  readonly host?: string;
}
