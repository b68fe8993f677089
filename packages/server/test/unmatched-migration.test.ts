import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { registerConnections } from '../src/modules/stations/admission-store.ts'
import { freshDatabase } from './database.ts'

const step = join(import.meta.dirname, '../src/storage/migrations/0037_unmatched-messages.sql')

const samples = (count: number) =>
  `[{"timestamp":"t","sampledValue":[${'{"value":"1"},'.repeat(count).slice(0, -1)}]}]`

// Proves INV-9, L12
test('unmatched messages of an older server lose their samples, and can still be joined', async () => {
  const fresh = await freshDatabase()
  try {
    // as stored by the older server
    await fresh.pool.query(`
      alter table unmatched_messages rename to quarantine;
      alter table quarantine rename column resolved_at to settled_at;
      alter table quarantine rename column resolved_by to settled_by;
      alter table quarantine rename column resolution to settlement;
      alter table quarantine drop column stop_fields, drop column evse_no, drop column proposed_energy_wh;
      drop index quarantine_open_of_station`)
    const accountId = newId()
    const stationId = newId()
    await fresh.pool.query('insert into accounts (id, code, name) values ($1, $2, $2)', [accountId, 'old'])
    await fresh.pool.query(
      'insert into stations (id, account_id, identity, status_payload) values ($1, $2, $3, $4)',
      [stationId, accountId, 'OLD-1', 'x'.repeat(200_000)],
    )
    const add = (kind: string, action: string, payload: string) =>
      fresh.pool.query(
        `insert into quarantine (id, account_id, station_id, kind, action, reason, payload, payload_hash)
         values ($1::uuid, $2, $3, $4, $5, '', $6, $1::uuid::text)`,
        [newId(), accountId, stationId, kind, action, payload],
      )
    const stop = `{"transactionId":9223372036854775807,"idTag":"TAG","meterStop":5,"timestamp":"2026-01-01T00:00:00Z"`
    await add('stop-unknown', 'StopTransaction', `${stop},"transactionData":${samples(30_000)}}`)
    await add('stop-unknown', 'StopTransaction', `${stop},"reason":"\\u0000${'x'.repeat(9_000)}"}`)
    await add('meter-unknown', 'MeterValues', `{"connectorId":3,"meterValue":${samples(5_000)}}`)
    await add('unreadable', 'DataTransfer', 'no json '.repeat(5_000))

    await fresh.pool.query(await readFile(step, 'utf8'))
    await fresh.pool.query(`
      alter table quarantine rename to unmatched_messages;
      alter table unmatched_messages rename column settled_at to resolved_at;
      alter table unmatched_messages rename column settled_by to resolved_by;
      alter table unmatched_messages rename column connector_no to evse_no;
      alter table unmatched_messages rename column settlement to resolution`)

    const { rows } = await fresh.pool.query('select * from unmatched_messages order by id')
    expect(rows.every(({ payload }) => payload.length < 8_200)).toBe(true)
    // ids of the same millisecond are in no order
    const stored = rows.find(({ payload }) =>
      payload.includes('30000 sampled values, stored as meter values'),
    )
    expect(stored.payload).toContain('9223372036854775807')
    expect(rows.find(({ action }) => action === 'MeterValues')).toMatchObject({ evse_no: 3 })
    const connection = {
      stationId,
      address: '',
      protocol: 'ocpp1.6',
      identity: 'OLD-1',
      keyId: null,
      isKeyFresh: false,
      usedCertificate: null,
      securityProfile: 1,
    } as const
    const [registered] = await registerConnections(fresh.pool, [connection], {
      processName: 'p',
      wire: { channel: 'c', pack: () => [] },
    })
    expect(registered!.station.orphanSamples).toEqual(new Set([3]))
    expect(registered!.station.orphanStops).toMatchObject([
      { idTagFolded: 'tag', stop: { meterStop: 5, idTag: 'TAG' } },
      { idTagFolded: 'tag' },
    ])
    expect(JSON.stringify(registered).length).toBeLessThan(4_000)
  } finally {
    await fresh.close()
  }
})
