import { resourceOf } from '../../../api/scheme/scheme.ts';

export const STATEFUL_SETS = resourceOf('statefulsets', 'apps');
