import { expect, it } from 'vitest'
import { foundGroups } from './found-groups.ts'

const of = (classcode: string, classcount: number | null, count: number) =>
  Array.from({ length: count }, () => ({ classcode, classcount }))

it('results are grouped by class in their order, with the number of matches', () => {
  const rows = [...of('charge_point', 500, 20), ...of('card', 3, 3), ...of('transaction', null, 1)]
  expect(foundGroups(rows).map(({ classcode, count }) => `${classcode} ${count}`)).toEqual([
    'charge_point 500+',
    'card 3',
    'transaction 1',
  ])
})
