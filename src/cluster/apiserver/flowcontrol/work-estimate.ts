import type { ApiRequest } from '../../ports/transport.ts';
import { queryValue, type RequestInfo } from '../request/request-info.ts';

const OBJECTS_PER_SEAT = 100;
const MOST_SEATS = 10;

/** How many seats a list takes: one for each hundred objects that are looked at. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/request/list_work_estimator.go (v1.36). Deviation: by count, not by size.
export function seatsOfList(request: ApiRequest, info: RequestInfo, stored: number): number {
  if (info.name !== '' || stored <= OBJECTS_PER_SEAT) return 1;
  const limit = Number(queryValue(request, 'limit') ?? 0);
  const selects =
    queryValue(request, 'fieldSelector') !== undefined || queryValue(request, 'labelSelector') !== undefined;
  const looked = limit > 0 && limit < stored ? (selects ? stored + limit : 2 * limit) : stored;
  return Math.min(Math.max(Math.ceil(looked / OBJECTS_PER_SEAT), 1), MOST_SEATS);
}
