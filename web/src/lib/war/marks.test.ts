import { describe, expect, it } from 'vitest';
import type { Place } from '../api/types.ts';
import { marksOf, placesOf } from './marks.ts';
import type { PublicMission } from './types.ts';

const place = (id: string, continent: string): [string, Place] => [id, { id, name: id, lat: 0, lon: 0, value: 1, tags: [`continent:${continent}`, 'coast'] }];
const world = { places: new Map([place('PER', 'South America'), place('CHL', 'South America'), place('MEX', 'North America'), place('FRA', 'Europe')]) };
const powers: PublicMission = { type: 'GreatPowers', countries: ['PER', 'FRA', 'XXX'], need: 2, won: 2 };
const connection: PublicMission = { type: 'GreatConnection', ends: ['CHL', 'PER'], between: 6 };
const veteran: PublicMission = { type: 'CampaignVeteran', wins: 3, opponents: 2 };

describe('the countries of a mission', () => {
  it('are those it names, as far as the map has them', () => {
    expect(placesOf(powers, world)).toEqual(['PER', 'FRA']);
    expect(placesOf(connection, world)).toEqual(['CHL', 'PER']);
  });
  it('are those of all its shores', () => {
    expect(placesOf({ type: 'MareNostrum', europe: ['FRA'], asia: ['PER'], africa: ['MEX'], need: 3, on_each: 1 }, world)).toEqual(['FRA', 'PER', 'MEX']);
  });
  it('are whole continents where it spans them', () => {
    expect(placesOf({ type: 'ContinentalBridge', continents: ['North America', 'South America', 'Oceania'] }, world)).toEqual(['PER', 'CHL', 'MEX']);
  });
  it('are none where it is about deeds', () => {
    expect(placesOf(veteran, world)).toEqual([]);
  });
  it('carry the numbers of every mission about them', () => {
    expect(marksOf([veteran, powers, connection], world)).toEqual(new Map([['PER', [1, 2]], ['FRA', [1]], ['CHL', [2]]]));
  });
});
