import { resourceOf } from '../../../api/scheme.ts';

export const STATEFUL_SETS = resourceOf('statefulsets', 'apps');
