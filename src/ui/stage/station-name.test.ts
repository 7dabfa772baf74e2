import { expect, it } from 'vitest';
import { zh } from '../i18n/zh.ts';
import { stationName } from './station-name.ts';

it('the name of a station in one row has a space where its language has one', () => {
  expect(stationName('flow|control')).toBe('flow control');
  expect(stationName(zh['station.flow-control'])).toBe('流量控制');
  expect(stationName('TLS')).toBe('TLS');
});
