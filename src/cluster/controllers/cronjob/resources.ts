import { resourceOf } from '../../../api/scheme/scheme.ts';

export const CRON_JOBS = resourceOf('cronjobs', 'batch');
export const JOBS = resourceOf('jobs', 'batch');
