import { describe, expect, it } from 'vitest';
import { mergePatch } from './mergePatch.ts';

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A.
  const examples: [unknown, unknown, unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  it.each(examples)('%j with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('changes nothing in place and keeps what is untouched', () => {
    const before = { a: { x: 1 }, b: { y: 2 } };
    const after = mergePatch(before, { a: { x: 2 } });
    expect(before.a.x).toBe(1);
    expect(after.b).toBe(before.b);
  });

  it('takes __proto__ for data', () => {
    mergePatch({}, JSON.parse('{"__proto__": {"bad": 1}}'));
    expect(({} as { bad?: number }).bad).toBeUndefined();
  });
});
