import { expect, it } from 'vitest'
import { dividePeriod, halfHourMs } from './counted-parts.ts'

const at = (halfHours: number) => halfHours * halfHourMs

it('reads a half hour in which a part begins, the ends of a period and what is not counted yet', () => {
  const parts = { fromMs: at(10.5), toMs: at(20.25), partMs: at(3.25) }
  expect(dividePeriod(parts, 19)).toEqual({
    from: 11,
    until: 19,
    except: [13],
    rest: [
      [at(10.5), at(11)],
      [at(13), at(14)],
      [at(19), at(20.25)],
    ],
  })
})

it('reads counts only if parts begin with half hours', () => {
  expect(dividePeriod({ fromMs: at(10), toMs: at(16), partMs: at(2) }, 100)).toEqual({
    from: 10,
    until: 16,
    except: [],
    rest: [],
  })
})

it('reads all events before the first count', () => {
  const parts = { fromMs: at(10.5), toMs: at(16), partMs: at(2) }
  expect(dividePeriod(parts, 0).rest).toEqual([
    [at(10.5), at(11)],
    [at(11), at(16)],
  ])
})
