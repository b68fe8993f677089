import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { sampleTerms16 } from '@stationmaster/ocpp/v16'
import { systemClock } from '../shared/clock.ts'
import type { FactRows, Work } from '../shared/facts.ts'

type SecurityEventFact = FactRows['securityEvents']
type StartFact = FactRows['starts']
import { newId } from '../shared/ids.ts'
import { addEvent } from '../shared/station-event.ts'
import { createLog } from '../shared/log.ts'
import { Ingest } from './ingest.ts'
import { standardNumber } from './ingest-kinds.ts'

const kind = (n: number) => ({
  measurand: `Made.Up.${n}`,
  phase: null,
  location: null,
  unit: null,
  context: null,
  format: null,
})

let fresh: FreshDatabase
let ingest: Ingest
const accountId = newId()
const stationId = newId()
const hinted: string[] = []
let onHint = () => {}
const noteHint = (kind: string) => {
  hinted.push(kind)
  onHint()
}

beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.db.insertInto('accounts').values({ id: accountId, code: 'a', name: 'A' }).execute()
  await fresh.db
    .insertInto('stations')
    .values({ id: stationId, account_id: accountId, identity: 'CP' })
    .execute()
  ingest = new Ingest({
    url: fresh.url,
    lanes: 2,
    processName: 'test',
    hints: { add: (_account, { kind }) => noteHint(kind), lost: () => {} },
    clock: systemClock,
    log: createLog('silent'),
  })
  await ingest.open()
})
beforeEach(() => void (hinted.length = 0))
afterAll(async () => {
  await ingest.close()
  await fresh.close()
})

const event = (type: string, station = stationId): SecurityEventFact => ({
  id: newId(),
  accountId,
  stationId: station,
  type,
  happenedAt: new Date().toISOString(),
  receivedAt: new Date().toISOString(),
  techInfo: null,
})
const storeEvent = (fact: SecurityEventFact): Work<string> => ({
  decide: (facts) => {
    facts.add('securityEvents', fact)
    return fact.type
  },
})
const types = async () => {
  const rows = await fresh.db.selectFrom('security_events').select('type').orderBy('type').execute()
  return rows.map(({ type }) => type)
}
const start = (number: number, more: Partial<StartFact> = {}): StartFact => ({
  id: newId(),
  number,
  accountId,
  stationId,
  protocol: 'ocpp1.6',
  stationRef: String(number),
  evseNo: 1,
  connectorNo: 1,
  evseId: newId(),
  idTag: 't',
  idTagFolded: 't',
  tokenType: null,
  cardId: null,
  decision: 'Accepted',
  accessRuleId: null,
  refusalReason: null,
  authorisedAt: null,
  reservationNumber: null,
  startKey: `key ${number}`,
  startedAt: new Date().toISOString(),
  startedSent: null,
  receivedStartAt: new Date().toISOString(),
  meterStartWh: 0,
  flags: ['a "flag", {odd}'],
  energyStartedAt: null,
  ...more,
})

test('commits messages of one turn of the event loop together', async () => {
  const before = ingest.batches
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((type) => ingest.run(storeEvent(event(type)))),
  )
  expect(answers).toEqual(['one', 'two', 'three'])
  expect(ingest.batches - before).toBe(1)
  expect(await types()).toEqual(expect.arrayContaining(answers))
})

test('fails only the message whose row the database rejects', async () => {
  const works = Array.from({ length: 9 }, (_, n) => storeEvent(event(`good ${n}`)))
  const bad = storeEvent(event('bad', newId()))
  const outcomes = await Promise.allSettled(
    [...works.slice(0, 4), bad, ...works.slice(4)].map((work) => ingest.run(work)),
  )
  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect((await types()).filter((type) => type.startsWith('good'))).toHaveLength(9)
  expect(await types()).not.toContain('bad')
})

test('an event counts once towards the limit of its station, however often its batch is repeated', async () => {
  const works = Array.from({ length: 250 }, (_, second): Work<void> => {
    const stored = { kind: 'state_changed' as const, at: new Date(Date.now() - second * 1_000) }
    return { decide: (facts) => addEvent(facts, { id: stationId, accountId }, stored) }
  })
  const bad = storeEvent(event('bad', newId()))
  await Promise.allSettled([...works.map((work) => ingest.run(work)), ingest.run(bad)])
  const rows = await fresh.db.selectFrom('activity').select('details').execute()
  expect(rows).toHaveLength(250)
  expect(rows.filter(({ details }) => details !== null)).toEqual([])
})

test('fails only the message whose rule throws, and writes nothing of it', async () => {
  const broken: Work<void> = {
    decide: (facts) => {
      facts.add('securityEvents', event('half'))
      facts.hint(accountId, { kind: 'station.changed' })
      throw new Error('a bug')
    },
  }
  const outcomes = await Promise.allSettled([ingest.run(storeEvent(event('whole'))), ingest.run(broken)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await types()).toContain('whole')
  expect(await types()).not.toContain('half')
  expect(hinted).toEqual([])
})

test('runs a callback once after the commit, and its failure does not affect the station', async () => {
  let count = 0
  const work: Work<number> = {
    decide: () => 7,
    committed: () => {
      count++
      throw new Error('a bug')
    },
  }
  expect(await ingest.run(work)).toBe(7)
  expect(count).toBe(1)
})

// Proves G5
test('draws another number if one is taken, without an error for the station', async () => {
  const taken = 4_711
  await ingest.run({ decide: (facts) => facts.add('starts', start(taken)) })
  let tries = 0
  await ingest.run({ decide: (facts) => facts.add('starts', start(tries++ === 0 ? taken : 4_712)) })
  expect(tries).toBe(2)
})

// Proves INV-2
test('decides all but one of many starts with the same key again, and these find the first', async () => {
  const key = 'the same start'
  const requires = { startKeys: { stationId, keys: [key] }, numbers: 1 }
  const work: Work<number> = {
    requires,
    decide: (facts, found) => {
      const [known] = found.starts(stationId)
      if (known) return known.number
      const number = found.nextNumber()
      // the rule deliberately does not note the start, as if the copies had arrived at other processes
      facts.add('starts', start(number, { startKey: key }))
      return number
    },
  }
  const numbers = await Promise.all(Array.from({ length: 8 }, () => ingest.run(work)))
  expect(new Set(numbers).size).toBe(1)
})

// Proves G12
test('rejects messages of replaced connections, and stores the others of the batch', async () => {
  const replacedId = newId()
  await fresh.db
    .insertInto('stations')
    .values({ id: replacedId, account_id: accountId, identity: 'REPLACED', connection_epoch: 7 })
    .execute()
  const from = (epoch: number, type: string) =>
    ingest.run({
      ...storeEvent(event(type, replacedId)),
      connection: { stationId: replacedId, epoch },
    })
  const results = await Promise.allSettled([
    from(6, 'older'),
    ingest.run(storeEvent(event('of another station'))),
    from(7, 'current'),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { name: 'ConnectionReplaced' } },
    { status: 'fulfilled', value: 'of another station' },
    { status: 'fulfilled', value: 'current' },
  ])
  const stored = await types()
  expect(stored).toEqual(expect.arrayContaining(['current', 'of another station']))
  expect(stored).not.toContain('older')
})

test('sends the hints of a message after its facts can be read', async () => {
  const seen: Promise<string[]>[] = []
  const hinting: Work<void> = {
    decide: (facts) => {
      facts.add('securityEvents', event('hinted'))
      facts.hint(accountId, { kind: 'station.changed' })
    },
  }
  onHint = () => void seen.push(types())
  await ingest.run(hinting)
  onHint = () => {}
  expect(hinted).toEqual(['station.changed'])
  expect(await seen[0]).toContain('hinted')
})

test('draws each number of a block once', async () => {
  const draw: Work<number> = { requires: { numbers: 1 }, decide: (_, found) => found.nextNumber() }
  const numbers = await Promise.all(Array.from({ length: 2_500 }, () => ingest.run(draw)))
  expect(new Set(numbers).size).toBe(2_500)
})

const learn = (from: number, count: number, station = stationId): Work<(number | null)[]> => {
  const kinds = Array.from({ length: count }, (_, n) => kind(from + n))
  return {
    requires: { kinds: { stationId: station, kinds } },
    decide: (_, found) => kinds.map((one) => found.kindId(station, one)),
  }
}

// Proves INV-9, L3
test('limits custom kinds of samples per station', async () => {
  const other = newId()
  await fresh.db
    .insertInto('stations')
    .values({ id: other, account_id: accountId, identity: 'CP other' })
    .execute()
  const some = await ingest.run(learn(0, 90))
  expect(new Set(some).size).toBe(90)
  const beyond = await ingest.run(learn(10_000, 200))
  expect(beyond.filter((id) => id !== null)).toHaveLength(10)
  const [own, others] = await Promise.all([ingest.run(learn(0, 10)), ingest.run(learn(0, 10, other))])
  expect(own).toEqual(some.slice(0, 10))
  expect(new Set([...own, ...others])).not.toContain(null)
  expect(new Set([...own, ...others]).size).toBe(20)
})

// Proves L2
test('every combination of terms of the standard has a unique number', () => {
  const { measurand, phase, location, unit, context, format } = sampleTerms16
  const numbers = new Set<number | null>()
  let count = 0
  for (const one of measurand)
    for (const inPhase of [null, ...phase])
      for (const at of location)
        for (const inUnit of [null, ...unit])
          for (const when of context)
            for (const how of format) {
              const terms = { measurand: one, phase: inPhase, location: at, unit: inUnit }
              numbers.add(standardNumber({ ...terms, context: when, format: how }))
              count++
            }
  expect(count).toBe(348_480)
  expect(numbers.size).toBe(count)
  expect(numbers).not.toContain(null)
  expect(standardNumber(kind(1))).toBeNull()
}, 60_000)
