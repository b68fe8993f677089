import { expect, test } from 'vitest'
import { endAtLimit, minutesLeft, type SessionProgress } from './time-left.ts'

const session: SessionProgress = {
  seconds: 600,
  limitKind: null,
  limitValue: null,
  energyWh: 2_000,
  powerW: 12_000,
  firstSoc: null,
  soc: null,
  socSeconds: null,
  readingAge: 10,
  cost: null,
}
const soc = { firstSoc: 40, soc: 60, socSeconds: 600 }

test.each<[string, Partial<SessionProgress>, number | null]>([
  ['nothing', {}, null],
  ['a limit of time', { limitKind: 'time', limitValue: 1_800 }, 20],
  ['a limit of time that has passed', { limitKind: 'time', limitValue: 60 }, 1],
  ['a limit of energy', { limitKind: 'energy', limitValue: 6_000 }, 20],
  ['a limit of energy without power', { limitKind: 'energy', limitValue: 6_000, powerW: 0 }, null],
  ['a limit of energy and old readings', { limitKind: 'energy', limitValue: 6_000, readingAge: 601 }, null],
  ['a limit of cost', { limitKind: 'cost', limitValue: 500 }, null],
  ['a rising state of charge', soc, 20],
  ['a limit of the state of charge', { ...soc, limitKind: 'soc', limitValue: 80 }, 10],
  ['a limit of the state of charge without values', { limitKind: 'soc', limitValue: 80 }, null],
  ['a state of charge that does not rise', { ...soc, firstSoc: 59 }, null],
  ['a state of charge of a short time', { ...soc, socSeconds: 299 }, null],
  ['an old state of charge', { ...soc, readingAge: 601 }, null],
  ['a full battery', { ...soc, soc: 100 }, 1],
  ['a limit before the battery is full', { ...soc, limitKind: 'time', limitValue: 1_200 }, 10],
])('%s', (_, given, minutes) => {
  expect(minutesLeft({ ...session, ...given })).toBe(minutes)
})

const now = new Date('2026-10-05T15:00:00Z')
/** 1.00 for the session, 0.40 per kWh and 0.60 so far for the time: at 12 kW 4.80 and 3.60 an hour. */
const cost = { grossMinor: 240, energyMinor: 80, timeMinor: 60 }

test.each<[string, Partial<SessionProgress>, string | null]>([
  ['no limit', soc, null],
  [
    'a time, exactly, without readings',
    { limitKind: 'time', limitValue: 1_801, readingAge: null },
    '15:20:01',
  ],
  ['a time before which the battery is full', { ...soc, limitKind: 'time', limitValue: 7_200 }, '16:50:00'],
  ['a time that has passed', { limitKind: 'time', limitValue: 60 }, '15:00:00'],
  ['an energy', { limitKind: 'energy', limitValue: 6_000 }, '15:20:00'],
  ['an energy without power', { limitKind: 'energy', limitValue: 6_000, powerW: 0 }, null],
  ['an energy with unknown power', { limitKind: 'energy', limitValue: 6_000, powerW: null }, null],
  ['an energy with old readings', { limitKind: 'energy', limitValue: 6_000, readingAge: 601 }, null],
  ['an energy in a day', { limitKind: 'energy', limitValue: 290_000 }, '15:00:00'],
  ['an energy in more than a day', { limitKind: 'energy', limitValue: 290_010 }, null],
  ['a cost', { limitKind: 'cost', limitValue: 660, cost }, '15:30:00'],
  [
    'a cost of energy only',
    { limitKind: 'cost', limitValue: 480, cost: { ...cost, timeMinor: 0 } },
    '15:30:00',
  ],
  [
    'a cost of time only',
    { limitKind: 'cost', limitValue: 420, cost: { ...cost, energyMinor: 0 } },
    '15:30:00',
  ],
  ['a cost without power', { limitKind: 'cost', limitValue: 660, cost, powerW: 0 }, null],
  [
    'a cost that does not rise',
    { limitKind: 'cost', limitValue: 660, cost: { ...cost, energyMinor: 0, timeMinor: 0 } },
    null,
  ],
  ['a cost that is not known', { limitKind: 'cost', limitValue: 660 }, null],
  ['a cost after little energy', { limitKind: 'cost', limitValue: 660, cost, energyWh: 499 }, null],
  ['a state of charge', { ...soc, limitKind: 'soc', limitValue: 80 }, '15:10:00'],
  ['a state of charge that does not rise', { ...soc, firstSoc: 59, limitKind: 'soc', limitValue: 80 }, null],
  ['a state of charge of a short time', { ...soc, socSeconds: 299, limitKind: 'soc', limitValue: 80 }, null],
])('the end at %s', (_, given, time) => {
  const end = endAtLimit({ ...session, ...given }, now)
  expect(end?.toISOString().slice(11, 19) ?? null).toBe(time)
})
