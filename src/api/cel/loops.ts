import type { Code, Scope } from './code.ts';
import { CostExceeded, spend } from './meter.ts';
import {
  CelError,
  compare,
  fail,
  isList,
  isMap,
  mapGet,
  mapKeys,
  mapSize,
  Optional,
  type Value,
} from './values/values.ts';

/** What becomes of what the bodies of a loop say. */
export type LoopKind = 'all' | 'exists' | 'one' | 'filter' | 'map' | 'mapEntries' | 'mergeEntries';

export const ONE_VARIABLE: ReadonlyMap<string, LoopKind> = new Map<string, LoopKind>([
  ['all/2', 'all'],
  ['exists/2', 'exists'],
  ['exists_one/2', 'one'],
  ['existsOne/2', 'one'],
  ['filter/2', 'filter'],
  ['map/2', 'map'],
  ['map/3', 'map'],
]);
export const TWO_VARIABLES: ReadonlyMap<string, LoopKind> = new Map<string, LoopKind>([
  ['all', 'all'],
  ['exists', 'exists'],
  ['existsOne', 'one'],
  ['exists_one', 'one'],
  ['transformList', 'map'],
  ['transformMap', 'mapEntries'],
  ['transformMapEntry', 'mergeEntries'],
]);

export function logic(left: Code, right: Code, decides: boolean): Code {
  const asked = (code: Code, scope: Scope): boolean | CelError => {
    try {
      const value = code(scope);
      return typeof value === 'boolean' ? value : new CelError('no such overload');
    } catch (error) {
      if (error instanceof CelError && !(error instanceof CostExceeded)) return error;
      throw error;
    }
  };
  // An error counts only when the other side does not decide.
  return (scope) => {
    const first = asked(left, scope);
    if (first === decides) return decides;
    const second = asked(right, scope);
    if (second === decides) return decides;
    if (first instanceof CelError) throw first;
    if (second instanceof CelError) throw second;
    return !decides;
  };
}

export function sortedBy(of: Code, key: Code, depth: number): Code {
  return (scope) => {
    const list = of(scope);
    if (!isList(list)) return fail('no such overload');
    const keyed = list.map((item) => {
      scope.locals[depth] = item;
      return { item, key: key(scope) };
    });
    return keyed.sort((a, b) => compare(a.key, b.key) ?? fail('no such overload')).map(({ item }) => item);
  };
}

export function within(init: Code, body: Code, depth: number): Code {
  return (scope) => {
    scope.locals[depth] = init(scope);
    return body(scope);
  };
}

export function optionally(of: Code, body: Code, depth: number, wrap: boolean): Code {
  return (scope) => {
    const value = of(scope);
    if (!(value instanceof Optional)) return fail('no such overload');
    if (!value.present) return value;
    scope.locals[depth] = value.value;
    const result = body(scope);
    return wrap ? new Optional(result) : result;
  };
}

/** What a loop costs besides its bodies: as it begins and ends, and each turn. */
interface LoopCost {
  readonly start: number;
  readonly turn: number;
}

export function comprehension(
  of: Code,
  kind: LoopKind,
  bodies: readonly Code[],
  depth: number,
  two: boolean,
  cost: LoopCost,
): Code {
  const [test, change] = bodies.length === 2 ? [bodies[0], bodies[1]] : [undefined, bodies[0]];
  const body = change as Code;
  const run = (scope: Scope, each: (key: Value, value: Value, item: Value) => boolean): void => {
    const range = of(scope);
    spend(scope, cost.start);
    const visit = (key: Value, value: Value): boolean => {
      spend(scope, cost.turn);
      scope.locals[depth] = two || !isList(range) ? key : value;
      if (two) scope.locals[depth + 1] = value;
      return test === undefined || isTrue(test(scope)) ? each(key, value, isList(range) ? value : key) : true;
    };
    if (isList(range)) {
      for (let at = 0; at < range.length; at += 1) if (!visit(BigInt(at), range[at])) return;
    } else if (isMap(range)) {
      for (const key of mapKeys(range)) if (!visit(key, mapGet(range, key))) return;
    } else fail('no such overload');
  };
  switch (kind) {
    case 'all':
      return quantifier(run, body, false);
    case 'exists':
      return quantifier(run, body, true);
    case 'one':
      return (scope) => {
        let count = 0;
        run(scope, () => {
          if (isTrue(body(scope))) count += 1;
          return true;
        });
        return count === 1;
      };
    case 'filter':
      return (scope) => {
        const kept: Value[] = [];
        run(scope, (_key, _value, item) => {
          if (isTrue(body(scope))) kept.push(item);
          return true;
        });
        return kept;
      };
    case 'map':
      return (scope) => {
        const list: Value[] = [];
        run(scope, () => list.push(body(scope)) > 0);
        return list;
      };
    case 'mapEntries':
      return (scope) => {
        const map = new Map<Value, Value>();
        run(scope, (key) => map.set(key, body(scope)) !== undefined);
        return map;
      };
    case 'mergeEntries':
      return (scope) => {
        const map = new Map<Value, Value>();
        run(scope, () => {
          const entry = body(scope);
          if (!isMap(entry) || mapSize(entry) !== 1) fail('transformMapEntry must yield a map with one entry');
          for (const key of mapKeys(entry as ReadonlyMap<Value, Value>)) {
            if (map.has(key)) fail(`insert failed: key ${String(key)} already exists`);
            map.set(key, mapGet(entry as ReadonlyMap<Value, Value>, key));
          }
          return true;
        });
        return map;
      };
  }
}

/** `all` and `exists`: one that decides outweighs errors of others. */
function quantifier(
  run: (scope: Scope, each: (key: Value, value: Value, item: Value) => boolean) => void,
  body: Code,
  decides: boolean,
): Code {
  return (scope) => {
    let decided = false;
    let failed: CelError | undefined;
    run(scope, () => {
      try {
        decided = isTrue(body(scope)) === decides;
      } catch (error) {
        if (!(error instanceof CelError) || error instanceof CostExceeded) throw error;
        failed ??= error;
      }
      return !decided;
    });
    if (decided) return decides;
    if (failed !== undefined) throw failed;
    return !decides;
  };
}

function isTrue(value: Value): boolean {
  return typeof value === 'boolean' ? value : fail('no such overload');
}
