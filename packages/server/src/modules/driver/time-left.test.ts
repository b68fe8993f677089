import { expect, test } from 'vitest'
import { minutesLeft, type SessionProgress } from './time-left.ts'

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
