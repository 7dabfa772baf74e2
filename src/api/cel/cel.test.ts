import { describe, expect, it } from 'vitest';
import { Authorizer, CelError, compileCel, isProblem, shown, toJson } from './index.ts';

const VARIABLES = {
  object: {
    metadata: { name: 'web', labels: { app: 'web', 'a-b': 'dash' } },
    spec: { replicas: 3, ratio: 0.5, containers: [{ name: 'main', image: 'nginx:1.27' }, { name: 'side' }], 'x-y': 1 },
  },
  empty: null,
};

function run(text: string): unknown {
  const program = compileCel(text, Object.keys(VARIABLES));
  if (isProblem(program)) return program.problem;
  try {
    return toJson(program.evaluate(VARIABLES));
  } catch (error) {
    if (error instanceof CelError) return `error: ${error.message}`;
    throw error;
  }
}

/** Each line an expression and what comes of it, as JSON. */
function check(lines: readonly (readonly [expression: string, result: unknown])[]): void {
  for (const [expression, result] of lines) expect(run(expression), expression).toEqual(result);
}

describe('the expression language', () => {
  it('a text that is no value of another type says which', () => {
    check([
      ["int('x')", "error: type conversion error from 'string' to 'int'"],
      ["double('x')", "error: type conversion error from 'string' to 'double'"],
      ["bool('x')", "error: type conversion error from 'string' to 'bool'"],
      ["duration('x')", "error: type conversion error from 'string' to 'google.protobuf.Duration'"],
      ["timestamp('x')", "error: type conversion error from 'string' to 'google.protobuf.Timestamp'"],
      ["duration('1m1s').getMilliseconds()", 61_000],
    ]);
  });

  it('reads numbers, texts and operators as the language has them', () => {
    check([
      ['1 + 2 * 3 == 7 && !(2 >= 3)', true],
      ['7 / 2', 3],
      ['-7 % 3', -1],
      ['7.0 / 2.0', 3.5],
      ['9223372036854775807 + 1', 'error: integer overflow'],
      ['1 / 0', 'error: division by zero'],
      ['1 + 1.0', 'error: no such overload'],
      ["'a' + \"b\" + r'\\n' + '\\u00e9'", 'ab\\né'],
      ['[1, 2] + [3]', [1, 2, 3]],
      ["{'a': 1}.a", 1],
      ['1u == 1', true],
      ['size("héllo") + size([1]) + size({})', 6],
      ["'b' in {'a': 1} || 2 in [1, 2]", true],
      ['object.spec.replicas > 2 ? "many" : "few"', 'many'],
      ['type(1.5) == double && type(object.spec.replicas) == int', true],
    ]);
  });

  it('says of what is nested deeper or longer than the real parser reads that it is so', () => {
    const chain = (text: string, times: number): string => text.repeat(times);
    const tooDeep = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250';
    check([
      [`${chain('!', 1_001)}true`, false],
      [`${chain('!', 40_000)}true`, true],
      [`${chain('-', 3)}5`, -5],
      [`${chain('(', 240)}1${chain(')', 240)}`, 1],
      [`${chain('(', 251)}1${chain(')', 251)}`, tooDeep],
      [`${chain('[', 5_000)}1${chain(']', 5_000)}`, tooDeep],
      [`1${chain(' + 1', 240)}`, 241],
      [`1${chain(' + 1', 250)}`, tooDeep],
      [`object${chain('.metadata', 251)}`, tooDeep],
      [`true${chain(' ? true : true', 260)}`, tooDeep],
      [`true${chain('&&true', 16_000)}`, true],
      [`false${chain('||false', 14_000)} || true`, true],
      [
        `'${chain('a', 100_000)}' == ''`,
        'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100008, limit 100000',
      ],
    ]);
  });

  it('lets an error be outweighed by what decides', () => {
    check([
      ['object.nothing == 1 || true', true],
      ['object.nothing == 1 && false', false],
      ['object.nothing == 1', 'error: no such key: nothing'],
      ['[0, 1].exists(n, 1 / n == 1)', true],
      ['[0, 1].all(n, 1 / n == 1)', 'error: division by zero'],
      ['has(object.spec.paused) || !has(object.spec.replicas)', false],
      ['has(object.spec.containers[0].name)', true],
    ]);
  });

  it('goes through lists and maps', () => {
    check([
      ["object.spec.containers.all(c, c.name != '')", true],
      ['object.spec.containers.map(c, c.name)', ['main', 'side']],
      ['object.spec.containers.filter(c, has(c.image)).size()', 1],
      ['object.spec.containers.exists_one(c, c.name == "main")', true],
      ['object.metadata.labels.all(k, k.size() > 2)', true],
      ['[1, 2, 3].map(n, n > 1, n * n)', [4, 9]],
      ['[[1, 2], [3]].map(l, l.map(n, n + l.size()))', [[3, 4], [4]]],
      ["{'a': 1, 'b': 2}.transformList(k, v, k + string(v))", ['a1', 'b2']],
      ["{'a': 1}.transformMap(k, v, v + 1)", { a: 2 }],
      ['cel.bind(n, 2 + 3, n * n)', 25],
      ['[3, 1, 2].sort() == [1, 2, 3] && [1, 2].sum() == 3 && [1, 5].max() == 5', true],
      ['[1, [2, [3]]].flatten()', [1, 2, [3]]],
      ['sets.contains([1, 2, 3], [2]) && !sets.intersects([1], [2])', true],
    ]);
  });

  it('has optional values and names with dashes', () => {
    check([
      ['object.?spec.?paused.orValue(false)', false],
      ['object.?metadata.?labels["app"].hasValue()', true],
      ['object.metadata.labels[?"gone"].orValue("none")', 'none'],
      ['[?object.?spec.?paused, 1]', [1]],
      ['object.spec.x__dash__y + object.spec.`x-y`', 2],
      ['optional.of(2).optMap(n, n + 1).value()', 3],
    ]);
  });

  it('knows texts, times, quantities, versions and addresses', () => {
    check([
      ["'a,b'.split(',').join('-').upperAscii()", 'A-B'],
      ["'nginx:1.27'.matches('^[a-z]+:[0-9.]+$') && 'abc123'.find('[0-9]+') == '123'", true],
      ["'hello'.substring(1, 3) + 'x'.replace('x', 'y')", 'ely'],
      ["'%s has %d of %.1f'.format(['web', 3, 0.25])", 'web has 3 of 0.2'],
      ["'%f %.0f %.1f %f'.format([1234567.5, 2.5, -0.35, 'Infinity'])", '1,234,567.500000 2 -0.3 ∞'],
      ["'%e %.20e'.format([1052.032911275, 0.00000012])", '1.052033\u202f×\u202f10⁰³     1.200000\u202f×\u202f10⁻⁰⁷'],
      [
        "'%s'.format([['a', 1.5, 2u, null, b'x', duration('90s'), {1: true}]])",
        '["a", 1.500000, 2, null, b"x", duration("90s"), {1:true}]',
      ],
      ["'%b %o %x %X'.format([5u, 8u, 30u, 'héllo'])", '101 10 1e 68C3A96C6C6F'],
      [
        "'%d'.format([null])",
        'error: error during formatting: decimal clause can only be used on integers, was given null_type',
      ],
      [
        "'%d'.format([1.0])",
        'error: error during formatting: decimal clause can only be used on integers, was given double',
      ],
      ["'\\u200b x \\u00a0'.trim()", '\u200b x'],
      ["strings.quote('a\\a\\v\\\\ é')", '"a\\a\\v\\\\ é"'],
      ["duration('320000000000s')", "error: type conversion error from 'string' to 'google.protobuf.Duration'"],
      ['dyn(9223372036854775807) < 9223372036854775808.0', false],
      ["timestamp('2026-11-21T12:00:00Z') + duration('1h30m')", '2026-11-21T13:30:00Z'],
      ["timestamp('2024-02-29T23:00:00Z').getDayOfYear('+02:00')", 60],
      ["(timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z')).getHours()", 24],
      [
        "quantity('1.5Gi').isGreaterThan(quantity('1G')) && quantity('500m').add(quantity('0.5')) == quantity('1')",
        true,
      ],
      ["semver('1.2.3').isLessThan(semver('1.10.0')) && isSemver('1.0.0-rc.1')", true],
      ["url('https://u@example.com:8443/p?q=1').getHostname() + url('/x').getEscapedPath()", 'example.com/x'],
      ["cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))", true],
      ["semver('v1.2', true) == semver('1.2.0') && !isSemver('01.2.3') && isSemver('01.2.3', true)", true],
      ["format.dns1123Label().validate('a-b').hasValue()", false],
      ["format.named('uuid').value().validate('x').value()", ['does not match the UUID format']],
      ["[{'n': 2}, {'n': 1}].sortBy(e, e.n).map(e, e.n)", [1, 2]],
      ['[1.0, 2.0].sum() / 2.0 + [1.0][0]', 2.5],
      ['optional.unwrap([optional.of(1), optional.none()]) == [1] && [1, 2].last().value() == 2', true],
      ["string(ip('2001:db8:0:0:0:0:0:1'))", '2001:db8::1'],
    ]);
  });

  it('says where a text is no expression', () => {
    check([
      [
        '1 +',
        "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 +\n | ...^",
      ],
      ['99999999999999999999', 'ERROR: <input>:1:1: invalid int literal\n | 99999999999999999999\n | ^'],
      ['1 + 99999999999999999999u', 'ERROR: <input>:1:5: invalid uint literal\n | 1 + 99999999999999999999u\n | ....^'],
      ['a.b', "ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a.b\n | ^"],
      ['object.f()', "ERROR: <input>:1:9: undeclared reference to 'f' (in container '')\n | object.f()\n | ........^"],
    ]);
  });

  it('finds patterns as RE2 reads them, in a time that grows with the text', () => {
    check([
      ["'Ab1'.matches('^(?i)AB[[:digit:]]\\\\z')", true],
      ["'a1b22'.findAll('[0-9]*?(?P<n>[0-9])')", ['1', '2', '2']],
      ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.matches('^(a+)+$')", false],
      ["'a'.matches(string('('))", 'error: error parsing regexp: missing closing ): `(`'],
      ["'a'.find('(?=a)')", 'error: Illegal regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ]);
  });

  it('stops when an expression does too much, and asks authorizers when it is given some', () => {
    const many = '[0,1,2,3,4,5,6,7,8,9]';
    const deep = 'abcdefg'.split('').reduceRight((inner, name) => `${many}.all(${name}, ${inner})`, 'true');
    expect(run(deep)).toBe('error: operation cancelled: actual cost limit exceeded');
    const program = compileCel("authorizer.group('apps').resource('deployments').check('get').allowed()", [
      'authorizer',
    ]);
    if (isProblem(program)) throw new Error(program.problem);
    const authorizer = new Authorizer(({ group, verb }) => ({
      allowed: group === 'apps' && verb === 'get',
      reason: '',
    }));
    expect(program.evaluate({ authorizer })).toBe(true);
    expect(shown(new Map<unknown, unknown>([['a', [1n, null]]]))).toBe('{"a":[1, null]}');
  });
});
