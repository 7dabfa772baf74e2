import { goJson } from '../../api/go/json-text.ts';
import { allResources, qualifiedResource } from '../../api/scheme/scheme.ts';
import { CACHES_TABLE, cacheTable } from '../../cluster/apiserver/watchcache/rows.ts';
import { RAW_REQUESTS_TABLE } from '../../cluster/ports/raw-requests.ts';
import type { ApiGroupView, ApiResourceView, ApiView, AuditLineView, RawRequestView } from '../../protocol/api-view.ts';
import { apiserver } from '../../steps/apiserver.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';

const AUDIT_LENGTH = 100;
const REQUESTS_SHOWN = 8;
const FRAMES_SHOWN = 60;
const LONGEST_BODY = 20_000;
const DEFINITIONS = cacheTable('customresourcedefinitions.apiextensions.k8s.io');
const VERBS: readonly string[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** What the server serves at the cursor, what was sent to it by hand, and its last requests. */
export function apiView(snapshot: Snapshot): ApiView {
  const isDown = snapshot.table(CACHES_TABLE).size === 0;
  return { isDown, groups: groupsOf(snapshot), requests: requestsOf(snapshot), audit: auditOf(snapshot) };
}

function groupsOf(snapshot: Snapshot): readonly ApiGroupView[] {
  const infos = snapshot.table(CACHES_TABLE);
  const groups = new Map<string, { custom: boolean; versions: Map<string, ApiResourceView[]> }>();
  const add = (group: string, version: string, custom: boolean, resource: ApiResourceView): void => {
    const found = groups.get(group) ?? { custom, versions: new Map<string, ApiResourceView[]>() };
    groups.set(group, found);
    found.versions.set(version, [...(found.versions.get(version) ?? []), resource]);
  };
  for (const info of allResources()) {
    const objects = info.verbs.includes('watch') ? (infos.get(qualifiedResource(info))?.objects ?? 0) : undefined;
    add(info.group, info.version, false, {
      name: info.resource,
      kind: info.kind,
      namespaced: info.namespaced,
      verbs: info.verbs,
      shortNames: info.shortNames,
      subresources: info.subresources.map(({ name }) => name),
      objects,
    });
  }
  for (const { spec, status } of snapshot.table(DEFINITIONS).values()) {
    if (status.conditions?.some((each) => each.type === 'NamesAccepted' && each.status === 'True') !== true) continue;
    for (const version of spec.versions.filter(({ served }) => served)) {
      add(spec.group, version.name, true, {
        name: spec.names.plural,
        kind: spec.names.kind,
        namespaced: spec.scope === 'Namespaced',
        verbs: VERBS,
        shortNames: spec.names.shortNames ?? [],
        subresources: Object.keys(version.subresources ?? {}),
        objects: infos.get(`${spec.names.plural}.${spec.group}`)?.objects ?? 0,
      });
    }
  }
  return [...groups].map(([name, { custom, versions }]) => ({
    name,
    custom,
    versions: [...versions].map(([version, resources]) => ({ name: version, resources })),
  }));
}

function requestsOf(snapshot: Snapshot): readonly RawRequestView[] {
  const changed = snapshot.changedKeys(RAW_REQUESTS_TABLE);
  return [...snapshot.table(RAW_REQUESTS_TABLE).values()]
    .slice(-REQUESTS_SHOWN)
    .reverse()
    .map(({ id, request, code, contentType, warnings, body, frames, open }) => ({
      id,
      method: request.method,
      path: request.path,
      user: request.user,
      code,
      contentType,
      warnings,
      body: body === undefined ? '' : cut(typeof body === 'string' ? body : goJson(body, { indent: 2 })),
      frames: frames.slice(-FRAMES_SHOWN).map(({ type, object, time }) => ({
        type,
        text: cut(goJson(object)),
        time: snapshot.sinceStart(time),
      })),
      open,
      now: changed.has(String(id)),
    }));
}

function cut(text: string): string {
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}…`;
}

function auditOf(snapshot: Snapshot): readonly AuditLineView[] {
  const { cursor, requests } = snapshot;
  const found: AuditLineView[] = [];
  const all = requests.all;
  for (let place = all.length - 1; place >= 0 && found.length < AUDIT_LENGTH; place -= 1) {
    const record = all[place] as RequestRecord;
    if (record.received <= cursor.position) found.push(auditLine(snapshot, record));
  }
  return found;
}

function auditLine(snapshot: Snapshot, record: RequestRecord): AuditLineView {
  const { journal, cursor } = snapshot;
  const { args } = journal.step(record.received);
  const answered = record.lastStep <= cursor.position && record.endTime !== undefined;
  return {
    seq: record.received,
    time: snapshot.sinceStart(journal.timeOf(record.received)),
    micros: answered && record.endTime !== undefined ? record.endTime - record.startTime : undefined,
    user: userOf(snapshot, record),
    verb: String(args.verb ?? ''),
    uri: String(args.path ?? ''),
    code: answered ? record.code : undefined,
    now: record.received <= cursor.position && cursor.position <= record.lastStep,
  };
}

/** Authentication is the first thing that happens to a request. */
function userOf({ journal }: Snapshot, record: RequestRecord): string {
  const next = record.received + 1;
  for (let seq = next; seq < next + 8 && journal.has(seq); seq += 1) {
    if (journal.kindOf(seq) === apiserver.authenticated) return String(journal.step(seq).args.user ?? '');
  }
  return record.client;
}
