import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseProxy } from '../../test/database-proxy.ts'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { eventually } from '../../test/test-gateway.ts'
import { systemClock } from '../shared/clock.ts'
import type { Facts, Work } from '../shared/facts.ts'
import { newId } from '../shared/ids.ts'
import { createLog } from '../shared/log.ts'
import { addEvent } from '../shared/station-event.ts'
import { Ingest } from './ingest.ts'
import { Lane } from './ingest-lane.ts'
import { BatchNumbers, deleteOldBatches } from './ingest-outcome.ts'

let fresh: FreshDatabase
let proxy: DatabaseProxy
let ingest: Ingest
let stationId: string
let lostHints = 0
const accountId = newId()
const at = '2026-11-27T10:00:00.000Z'

beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.db.insertInto('accounts').values({ id: accountId, code: 'a', name: 'A' }).execute()
  proxy = await DatabaseProxy.open(fresh.url)
})
beforeEach(async () => {
  stationId = newId()
  await fresh.db
    .insertInto('stations')
    .values({ id: stationId, account_id: accountId, identity: `CP ${stationId}` })
    .execute()
  ingest = new Ingest({
    url: proxy.url,
    lanes: 1,
    processName: 'test',
    hints: { add: () => {}, lost: () => void lostHints++ },
    subscriptions: { actions: ['station.start'], includes: () => true },
    clock: systemClock,
    log: createLog('silent'),
  })
  await ingest.open()
})
afterEach(() => ingest.close())
afterAll(async () => {
  await proxy.close()
  await fresh.close()
})

const entry = {
  at,
  messageId: 'm',
  request: '{}',
  response: '{}',
  repeats: 3,
  entryId: null,
}

/** Adds a row of each kind that has no natural key, or that adds to what is stored. */
function addCounted(facts: Facts): void {
  const own = { stationId, accountId }
  const empty = { serialNumber: null, boxSerialNumber: null, firmwareVersion: null, iccid: null, imsi: null }
  facts.add('boots', {
    stationId,
    status: 'Accepted',
    bootedAt: at,
    vendor: null,
    model: null,
    meterType: null,
    meterSerialNumber: null,
    payload: '{}',
    ...empty,
  })
  facts.add('deviations', { stationId, rule: 'a', count: 2, lastAt: at, sample: null })
  facts.add('unknownTags', { accountId, code: stationId, codeFolded: stationId, stationId, at })
  facts.add('heartbeats', { ...own, ...entry })
  facts.add('repeatedEntries', {
    ...own,
    ...entry,
    series: 's',
    isOutgoing: false,
    action: 'DataTransfer',
    errorCode: null,
  })
  facts.add('stateChanges', {
    accountId,
    classCode: 'station',
    objectId: stationId,
    action: 'start',
    from: 'created',
    to: 'available',
  })
  facts.add('securityEvents', {
    ...own,
    id: newId(),
    type: 'Reset',
    happenedAt: at,
    receivedAt: at,
    techInfo: null,
  })
  facts.add('faults', { ...own, evseNo: 1, errorCode: 'OtherError', happenedAt: at })
  addEvent(facts, { id: stationId, accountId }, { kind: 'state_changed', at: new Date(at) })
}

const counted: Work<string> = {
  decide: (facts) => {
    addCounted(facts)
    return 'stored'
  },
}

async function stored() {
  const { rows } = await fresh.db.executeQuery<Record<string, unknown>>(
    fresh.db
      .selectNoFrom((eb) => [
        eb.selectFrom('stations').select('boot_count').where('id', '=', stationId).as('boots'),
        eb
          .selectFrom('station_deviations')
          .select('count')
          .where('station_id', '=', stationId)
          .as('deviations'),
        eb.selectFrom('unknown_tags').select('count').where('code', '=', stationId).as('tags'),
        eb
          .selectFrom('ocpp_log')
          .select(({ fn }) => fn.sum<number>('repeats').as('sum'))
          .where('station_id', '=', stationId)
          .as('log'),
        eb
          .selectFrom('state_changes')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('object_id', '=', stationId)
          .as('changes'),
        eb
          .selectFrom('security_events')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('station_id', '=', stationId)
          .as('events'),
        eb
          .selectFrom('activity')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('station_id', '=', stationId)
          .as('activity'),
        eb.selectFrom('station_faults').select('is_due').where('station_id', '=', stationId).as('isFaultDue'),
      ])
      .compile(),
  )
  return rows[0]
}

const once = {
  boots: 1,
  deviations: 2,
  tags: 1,
  log: 6,
  changes: 1,
  events: 1,
  activity: 1,
  isFaultDue: true,
}

// Proves G2, G5
test('a batch whose commit was not acknowledged adds and counts nothing twice', async () => {
  proxy.cutsAfterCommit = 1
  lostHints = 0
  expect(await ingest.run(counted)).toBe('stored')
  expect(proxy.cutsAfterCommit).toBe(0)
  // consoles fetch again, because the hints of the batch are not sent
  expect(lostHints).toBe(1)
  expect(await stored()).toEqual(once)
})

// Proves G2, G5
test('a batch that the database carries out after its connection was lost is not written a second time', async () => {
  await fresh.pool.query(`
    create table released ();
    create function wait_for_release() returns trigger language plpgsql as $$
    begin
      while not exists (select from released) loop perform pg_sleep(0.02); end loop;
      return new;
    end $$;
    create trigger wait before insert on security_events for each row execute function wait_for_release()`)
  const answer = ingest.run(counted)
  const waiting = async (events: string) => {
    const { rowCount } = await fresh.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'test'
        and state = 'active' and wait_event_type = any($1)`,
      [events],
    )
    return rowCount
  }
  await eventually(async () => (await waiting('{Timeout}')) === 1)
  // the database has received the batch with its commit, and learns of the loss after it
  proxy.breakAll()
  await eventually(async () => (await waiting('{Timeout,Lock}')) === 2)
  await fresh.pool.query('insert into released default values')
  expect(await answer).toBe('stored')
  expect(await stored()).toEqual(once)
})

// Proves L336
test('numbers of batches are deleted after a time by their process, those of ended processes by a job', async () => {
  const lane = new Lane({ url: fresh.url, name: 'numbers' })
  await lane.ready()
  const numbers = new BatchNumbers(0)
  for (let n = 0; n < 1_100; n++) {
    numbers.begin(() => {})
    await lane.together(numbers.write())
  }
  const left = async () => {
    const rows = await fresh.db
      .selectFrom('ingest_batches')
      .select('number')
      .where('lane_id', '=', numbers.laneId)
      .execute()
    return rows.length
  }
  expect(await left()).toBe(101)
  await deleteOldBatches(fresh.db, new Date(Date.now() + 60_000))
  expect(await left()).toBe(0)
  await lane.close()
})
