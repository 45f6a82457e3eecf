import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { tomlLocator } from '../../src/documents/toml-places.ts';
import { readTomlTree, type TomlPair, type TomlValue } from '../../src/documents/toml-tree.ts';

describe('the parts of a text', () => {
  test.each([
    ['nothing', '', []],
    ['a pair', ' a = 1 # x', ['a → 1']],
    ['names', 'a . "b.c".\'d\' = "x"', ['a/b.c/d → "x"']],
    ['an escape in a name', '"\\u0041\\"" = 1', ['A" → 1']],
    ['a date with a space', 'a = 1979-05-27 07:32:32Z\nb = 2', ['a → 1979-05-27 07:32:32Z', 'b → 2']],
    ['text with signs', 'a = "] # \\" ="\nb = \'\\\'', ['a → "] # \\" ="', "b → '\\'"]],
    ['long text', 'a = """\n[x]\n""""" # c\nb = \'\'\'\'\'x\'\'\'', ['a → """\n[x]\n"""""', "b → '''''x'''"]],
    ['an escaped quote in a long text', 'a = """\\""" """\nb = 1', ['a → """\\""" """', 'b → 1']],
    [
      'lists',
      'a = [ # [\n "]", # ]\n [1,2],\n]\nb = []',
      ['a → [ # [\n "]", # ]\n [1,2],\n]', 'a[0] → "]"', 'a[1] → [1,2]', 'a[1][0] → 1', 'a[1][1] → 2', 'b → []'],
    ],
    ['inline tables', 'a = { b.c = 1, "d" = { } }', ['a → { b.c = 1, "d" = { } }', 'a/b/c → 1', 'a/d → { }']],
    [
      'tables',
      'a = 1\r\n[ t ] # [x]\r\n  b = 2\r\n[[l . m]]\r\n[[l.m]]\nc = 3',
      ['a → 1', '[t] b → 2', '[l/m]+ ', '[l/m]+ c → 3'],
    ],
  ])('%s', (_, text, expected) => {
    parse(text);
    const { top, tables } = readTomlTree(text).tree;
    expect([
      ...shownPairs(text, top.pairs, ''),
      ...tables.flatMap((table) => {
        const header = `[${table.key.names.join('/')}]${table.isItem ? '+' : ''} `;
        return table.pairs.length === 0 ? [header] : shownPairs(text, table.pairs, header);
      }),
    ]).toEqual(expected);
  });

  test.each([
    ['# one\na = 1 # two\r\n#three', ['# one', '# two', '#three']],
    ['a = "# no" # yes', ['# yes']],
    ["a = ['#', \"#\", # yes\n '#'] # 'yes", ['# yes', "# 'yes"]],
    ['"#" = 1 # yes', ['# yes']],
    ['a = """x""""" # yes "', ['# yes "']],
  ])('comments of %j', (text, expected) => {
    expect(readTomlTree(text).tree.comments.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  test.each(['a', 'a = ', 'a = "', '= 1', '[a', '[[a]', 'a = [1', 'a = { b', ']'])('%j throws', (text) => {
    expect(() => readTomlTree(text)).toThrow();
  });
});

describe('any document', () => {
  const key = fc.oneof(
    fc.constantFrom('a', 'b-1', '"#"', "'x.y'", '"\\""'),
    fc.constant('c.d'),
    fc.constant('c . "e"'),
  );
  const blank = fc.constantFrom('', ' ', '\t');
  const gap = fc.constantFrom('', ' ', '\n', ' # ] "\n', '\r\n');
  const scalar = fc.constantFrom(
    ...['1', 'true', '"x # y"', "'\\'", '1979-05-27 07:32:32Z', '"""\n a\\"""" b"""', "'''\n[x]\n'''", '-1.5e3', '""'],
    ...['"\\\\"', 'inf', '07:32:00'],
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc
        .tuple(gap, fc.array(fc.tuple(gap, tie('value'), gap), { maxLength: 3 }))
        .map(([open, items]) => `[${open}${items.map((item) => item.join('')).join(',')}]`),
      fc
        .array(fc.tuple(key, tie('value')), { maxLength: 2 })
        .map((pairs) => `{ ${pairs.map((pair) => pair.join(' = ')).join(', ')} }`),
    ),
  }));
  const pair = fc
    .tuple(blank, key, blank, value, fc.constantFrom('\n', ' # c\n', '\r\n'))
    .map(([indent, name, space, written, end]) => `${indent}${name}${space}=${space}${written}${end}`);
  const header = fc.constantFrom('[t]\n', '[[l]]\n', '[l.u]\n', '[[ l . "v" ]] # x\n', '[[l.v.w]]\r\n', '# c\n', '\n');
  const document = fc.array(fc.oneof(pair, header), { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('values found where smol-toml found one are equal', () => {
    let accepted = 0;
    fc.assert(
      fc.property(document, (text) => {
        const table = parsed(text);
        if (table === null) return;
        accepted++;
        const locate = tomlLocator(text, readTomlTree(text).tree);
        for (const { path, value: meant } of scalarsIn(table, [])) {
          const start = locate({ path, part: 'value' });
          const end = valueEnd(text, start);
          expect(parse(`x = ${text.slice(start, end)}`).x).toEqual(meant);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

/** The end of the scalar at `start`, by the tree. */
function valueEnd(text: string, start: number): number {
  const { top, tables } = readTomlTree(text).tree;
  const ends = [...top.pairs, ...tables.flatMap((table) => table.pairs)].flatMap(({ value }) => endsOf(value, start));
  expect(ends).toHaveLength(1);
  return ends[0] as number;
}

function endsOf(value: TomlValue, start: number): number[] {
  switch (value.kind) {
    case 'scalar':
      return value.start === start ? [value.end] : [];
    case 'list':
      return value.items.flatMap((item) => endsOf(item, start));
    case 'table':
      return value.pairs.flatMap((pair) => endsOf(pair.value, start));
  }
}

type Leaf = { readonly path: readonly (string | number)[]; readonly value: unknown };

function scalarsIn(value: unknown, path: Leaf['path']): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => scalarsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null || value instanceof Date) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inside]) => scalarsIn(inside, [...path, key]));
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function shownPairs(text: string, pairs: readonly TomlPair[], above: string): string[] {
  return pairs.flatMap(({ key, value }) => shownValue(text, value, above + key.names.join('/')));
}

function shownValue(text: string, value: TomlValue, path: string): string[] {
  const shown = `${path} → ${text.slice(value.start, value.end)}`;
  switch (value.kind) {
    case 'scalar':
      return [shown];
    case 'list':
      return [shown, ...value.items.flatMap((item, index) => shownValue(text, item, `${path}[${index}]`))];
    case 'table':
      return [shown, ...shownPairs(text, value.pairs, `${path}/`)];
  }
}
