/** In both languages of the page. */
export interface Said {
  readonly en: string;
  readonly zh: string;
}

/** The tabs of the inspector by their names. */
export type PanelName =
  | 'step'
  | 'object'
  | 'etcd'
  | 'informers'
  | 'queues'
  | 'scheduler'
  | 'node'
  | 'network'
  | 'access'
  | 'api';
