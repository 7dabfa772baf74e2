import { cycles, importsOf, resolveImport } from './import-graph.ts';
import { KNOW_ONE_ANOTHER, ROOMS, type Room } from './import-rules.ts';
import type { InnerRoom } from './inner-rooms/inner-room.ts';
import { PACKAGES } from './package-rules.ts';
import { isTest } from './source-files.ts';

export interface Sources {
  readonly files: readonly string[];
  readonly text: (path: string) => string;
  readonly exists: (path: string) => boolean;
}

/** Every import that the rules forbid, one line each, and every circle of files. */
export function importViolations(sources: Sources): readonly string[] {
  const violations: string[] = [];
  const graph = new Map<string, string[]>();
  const withTypes = new Map<string, string[]>();
  for (const file of sources.files) {
    const values: string[] = [];
    const all: string[] = [];
    graph.set(file, values);
    withTypes.set(file, all);
    violations.push(...placeProblems(file).map((problem) => `${file}: ${problem}`));
    for (const { specifier, typeOnly, line } of importsOf(sources.text(file))) {
      const target = specifier.startsWith('.') ? resolveImport(file, specifier, sources.exists) : undefined;
      const problems = importProblems(file, specifier, target);
      violations.push(...problems.map((problem) => `${file}:${line}: ${problem}`));
      if (target === undefined || isTest(file)) continue;
      all.push(target);
      if (!typeOnly) values.push(target);
    }
  }
  const circles = cycles(graph);
  for (const circle of circles) violations.push(`files import one another in a circle: ${circle.join(', ')}`);
  if (circles.length > 0) return violations;
  for (const circle of cycles(withTypes)) {
    if (!mayKnowOneAnother(circle)) violations.push(`types go round in a circle of files: ${circle.join(', ')}`);
  }
  return violations;
}

function placeProblems(file: string): readonly string[] {
  const room = roomOf(file);
  if (room === undefined)
    return file.endsWith('.d.ts')
      ? []
      : ['is in no room; add the folder to scripts/checks/import-rules.ts and say what it uses'];
  return room.inner !== undefined && !isTest(file) && innerRoomOf(room, file) === undefined
    ? [`is in no inner room of ${room.name}; add the folder to scripts/checks/inner-rooms`]
    : [];
}

/** `target`: the file of the project that is imported. */
function importProblems(file: string, specifier: string, target: string | undefined): readonly string[] {
  if (!specifier.startsWith('.')) return [packageProblem(file, specifier)].filter((problem) => problem !== undefined);
  if (target === undefined) return [`'${specifier}' is not there`];
  const hasEnding = /\.\w+(?:\?\w+)?$/.test(specifier);
  return [hasEnding ? undefined : `'${specifier}' lacks its ending`, edgeProblem(file, target)].filter(
    (problem) => problem !== undefined,
  );
}

function mayKnowOneAnother(circle: readonly string[]): boolean {
  return KNOW_ONE_ANOTHER.some(({ files }) => circle.every((file) => files.some((place) => file.startsWith(place))));
}

/** The room with the longest path that holds the file. A file straight in `src/cluster` is in the room `cluster`. */
export function roomOf(file: string): Room | undefined {
  let best: Room | undefined;
  for (const room of ROOMS) {
    const inside = file === room.path || file.startsWith(`${room.path}/`);
    if (inside && (best === undefined || room.path.length > best.path.length)) best = room;
  }
  // A new folder in src/cluster must be named as a room of its own, not fall through to the assembly.
  if (best?.name === 'cluster' && file.slice('src/cluster/'.length).includes('/')) return undefined;
  return best;
}

function edgeProblem(from: string, to: string): string | undefined {
  if (isTest(from)) return undefined;
  if (isTest(to)) return `'${to}' is for tests`;
  const source = roomOf(from);
  const target = roomOf(to);
  if (source === undefined || target === undefined) return undefined; // reported for the file itself
  if (source !== target) {
    if (target.name in source.uses) return undefined;
    const allowed = Object.keys(source.uses).join(', ');
    return `${source.name} must not import ${target.name} ('${to}'); it may use ${allowed === '' ? 'nothing' : allowed}`;
  }
  if (source.inner !== undefined) return innerProblem(source, from, to);
  if (source.separate === undefined) return undefined;
  const [here, there] = [childOf(source, from), childOf(source, to)];
  if (here === undefined || here === there) return undefined;
  if (there === undefined) {
    const { looseAbove } = source.separate;
    return (
      looseAbove && `${source.name}/${here} must not import what lies loose in ${source.name} ('${to}'): ${looseAbove}`
    );
  }
  if (source.separate.shared.includes(there)) return undefined;
  return `${source.name}/${here} must not import ${source.name}/${there} ('${to}'): ${source.separate.why}`;
}

function innerProblem(room: Room, from: string, to: string): string | undefined {
  const source = innerRoomOf(room, from);
  const target = innerRoomOf(room, to);
  if (source === undefined || target === undefined) return undefined; // reported for the file itself
  if (source === target || source === LOOSE) return undefined;
  if (target.folder in source.uses) return undefined;
  const allowed = Object.keys(source.uses).join(', ');
  const named = target === LOOSE ? `what lies loose in ${room.name}` : `${room.name}/${target.folder}`;
  return `${room.name}/${source.folder} must not import ${named} ('${to}'); inside it may use ${allowed === '' ? 'nothing' : allowed}`;
}

/** Files straight in a large room: they stand above all of its folders. */
const LOOSE: InnerRoom = { folder: '', uses: {} };

/** The listed folder inside a large room that holds the file. */
export function innerRoomOf(room: Room, file: string): InnerRoom | undefined {
  const below = file.slice(room.path.length + 1);
  if (!below.includes('/')) return LOOSE;
  const around = (room.inner ?? []).filter(({ folder }) => below.startsWith(`${folder}/`));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0];
}

function childOf(room: Room, file: string): string | undefined {
  const rest = file.slice(room.path.length + 1);
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : undefined;
}

function packageProblem(file: string, specifier: string): string | undefined {
  const name = packageName(specifier);
  const rule = PACKAGES.find((each) =>
    each.name.endsWith('*') ? name.startsWith(each.name.slice(0, -1)) : each.name === name,
  );
  if (rule === undefined)
    return `package '${name}' is not in scripts/checks/package-rules.ts; add it with who may use it and why`;
  if (isTest(file)) return undefined;
  if (rule.from.some((folder) => file.startsWith(`${folder}/`))) return undefined;
  if (rule.testOnly && rule.from.length === 0) return `package '${name}' is for tests`;
  return `package '${name}' may only be imported in ${rule.from.join(', ')} (${rule.why})`;
}

function packageName(specifier: string): string {
  if (specifier.includes(':')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
