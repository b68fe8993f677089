import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

// Proves F11, S3.7
test('a station boots, authorises, charges with meter values and stops', async () => {
  const code = `TAG-${newId().slice(-8)}`
  await gateway.addCard(code)
  const { station, socket } = await gateway.booted({ account: 'acc' })
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Preparing',
    timestamp: at(0),
  })
  const authorised = await socket.call<{ idTagInfo: { status: string } }>('Authorize', {
    idTag: code.toLowerCase(),
  })
  expect(authorised.idTagInfo.status).toBe('Accepted')
  const started = await socket.call<{ transactionId: number; idTagInfo: { status: string } }>(
    'StartTransaction',
    {
      connectorId: 1,
      idTag: code,
      meterStart: 1_000,
      timestamp: at(0),
    },
  )
  expect(started.idTagInfo.status).toBe('Accepted')
  expect(started.transactionId).toBeGreaterThan(0)
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId: started.transactionId,
    meterValue: [
      {
        timestamp: at(0),
        sampledValue: [
          { value: '1.5', unit: 'kWh' },
          { value: '7.2', measurand: 'Power.Active.Import', unit: 'kW' },
        ],
      },
    ],
  })
  await socket.call('StopTransaction', {
    transactionId: started.transactionId,
    idTag: code,
    meterStop: 3_000,
    timestamp: at(1),
  })
  const [transaction] = await gateway.transactions(station.id)
  expect(transaction).toMatchObject({
    number: started.transactionId,
    decision: 'Accepted',
    state: 'finished',
    energy_wh: 2_000,
    meter_start_wh: 1_000,
    meter_stop_wh: 3_000,
    stop_reason: 'Local',
  })
  const samples = await gateway.fresh.db.selectFrom('meter_values').selectAll().execute()
  expect(samples.map(({ value, raw }) => [value, raw])).toEqual([
    [1500, '1.5 kWh'],
    [7200, '7.2 kW'],
  ])
  const log = await gateway.fresh.db
    .selectFrom('ocpp_log')
    .selectAll()
    .where('station_id', '=', station.id)
    // the entry of the connection is not awaited: on a busy machine its id may follow that of the first
    // message
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual([
    'Connect',
    'BootNotification',
    'StatusNotification',
    'Authorize',
    'StartTransaction',
    'MeterValues',
    'StopTransaction',
  ])
  expect(gateway.readings.at(-1)).toMatchObject({ powerW: 7200, energyWh: 500 })
  await socket.close()
})
