import { expect, it } from 'vitest';
import { civilOf, daysOf, weekdayOf } from './calendar.ts';

it('days and dates are each other, as the host knows them, before and after 1970 and over leap years', () => {
  for (let days = -200_000; days < 200_000; days += 37) {
    const date = new Date(days * 86_400_000);
    const { year, month, day } = civilOf(days);
    expect([year, month, day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
    expect([daysOf(year, month, day), weekdayOf(days)]).toEqual([days, date.getUTCDay()]);
  }
});
