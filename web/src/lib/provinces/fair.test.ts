import { describe, expect, it } from 'vitest';
import { check, draw, sealOf } from './fair.ts';
import vectors from './vectors.json';

const { campaign, salt, throws } = vectors;

describe('dice', () => {
  it('are drawn as the server draws them, thrown away tries included', async () => {
    const made = await Promise.all(vectors.draws.map((_, n) => draw(vectors.secret, campaign, salt, n, BigInt(vectors.bound))));
    expect(made.map(String)).toEqual(vectors.draws);
  });
  it.each(throws)('of throw $n follow from the key whose seal was shown', async (thrown) => {
    const told = { ...thrown, attack_lost: 0, defence_lost: 0 };
    expect(await sealOf(thrown.key)).toBe(thrown.seal);
    expect(await check(told, campaign, salt, thrown.seal)).toBe('sealed');
    expect(await check(told, campaign, salt, undefined)).toBe('keyed');
  });
  it('of further throws of an attack follow from the key before', async () => {
    const [first, second] = vectors.attack.map((thrown) => ({ ...thrown, attack_lost: 0, defence_lost: 0 }));
    expect(await check(second!, campaign, salt, vectors.attack[0]!.seal, first)).toBe('sealed');
    expect(await check({ ...second!, key: throws[1]!.key }, campaign, salt, undefined, first)).toBe('wrong_seal');
  });
  it('that were changed, or whose key was, are found out', async () => {
    const told = { ...throws[0]!, attack_lost: 0, defence_lost: 0 };
    const turned = told.attack.map((face) => (face % 6) + 1);
    expect(await check({ ...told, attack: turned }, campaign, salt, told.seal)).toBe('wrong_dice');
    expect(await check({ ...told, key: throws[1]!.key }, campaign, salt, told.seal)).toBe('wrong_seal');
    expect(await check({ ...told, key: throws[1]!.key }, campaign, salt, undefined)).toBe('wrong_dice');
    expect(await check(told, 'another', salt, told.seal)).toBe('wrong_dice');
  });
});
