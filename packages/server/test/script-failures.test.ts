import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawStation } from './raw-station.ts'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
let station: RawStation
let event: { id: string; version_no: number } | null = null
beforeAll(async () => {
  server = await WholeServer.open()
  server.app.jobs.start()
  const { body } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity: 'SCRIPTED' })
  const url = `ws://127.0.0.1:${server.port}`
  station = await RawStation.connect({ url, identity: 'SCRIPTED', key: body.key })
  await station.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await reportStatus('Available')
})
afterAll(async () => {
  station.ws.close()
  await server.close()
})

const reportStatus = (status: string) =>
  station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
const connector = async () =>
  (await server.list('/connector/list', { filter: { identity: 'SCRIPTED', connectorid: 1 } }))[0]!
const failures = async () =>
  (
    await server.fresh.db
      .selectFrom('event_log')
      .select(['text', 'type', 'object'])
      .where('code', '=', 'script')
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).filter(({ type }) => type === 'error')
const waiting = async () => (await server.fresh.db.selectFrom('state_changes').select('id').execute()).length

/** Sets the script that runs when a connector is reported as faulted. */
async function onFault(script: string): Promise<void> {
  const what = event ?? {
    id: null,
    class: 'connector',
    actioncode: 'faulted',
    kind: 'script',
    label: 'Fault',
  }
  const { status, body } = await server.call<NonNullable<typeof event>>('/workflow/event/set', {
    ...what,
    script,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  event = { id: body.id, version_no: body.version_no }
  // the next report of a station triggers it
  await expect
    .poll(async () => {
      await reportStatus('Available')
      await reportStatus('Faulted')
      return waiting()
    })
    .toBeGreaterThan(0)
}
const allDone = () => expect.poll(waiting, { timeout: 60_000 }).toBe(0)

describe("A script never stops a station's message from being stored:", () => {
  // Proves O8
  test('not if it hangs', async () => {
    await onFault('for (;;);')
    for (const [word, state] of [
      ['Available', 'available'],
      ['Faulted', 'faulted'],
      ['Available', 'available'],
    ] as const) {
      expect(await reportStatus(word)).toEqual({})
      expect(await connector()).toMatchObject({ statecode: state })
    }
    const words = 'The script “Fault” failed: The script took longer than 50 ms.'
    await expect.poll(async () => (await failures())[0]?.text, { timeout: 60_000 }).toBe(words)
    await allDone()
  })

  // Proves O8
  test.each([
    ['throws', `\nthrow new Error('no')`, /failed on line 2: no$/],
    [
      'exhausts the memory',
      'let s = "x"\nfor (;;) s += s',
      /failed on line 2: The script needs more than 16 MB/,
    ],
    [
      'notifies an unknown user',
      'setLabel("x")\nnotice("nobody", "x")',
      /failed on line 2: User or group not found: nobody/,
    ],
    [
      'posts to a forbidden address',
      'post("http://169.254.169.254/", 1)',
      /line 1: Scripts may not send requests to/,
    ],
    ['runs a method of the system', 'runMethod("faulted")', /line 1: Only the system/],
  ])('not if it %s, and the event log names the line', async (_, script, words) => {
    const before = (await failures()).length
    await onFault(script)
    await allDone()
    expect(await connector()).toMatchObject({ statecode: 'faulted' })
    const newFailures = (await failures()).slice(before)
    expect(newFailures.at(-1)!.text).toMatch(words)
    expect(newFailures.at(-1)!.object).toContain('connector')
  })

  // Proves O8
  test('and the effects of a working one are applied', async () => {
    await onFault('setLabel("Bay " + object.fields.connectorid)\nnotice("administrators", object.label)')
    await allDone()
    expect(await connector()).toMatchObject({ label: 'Bay 1', statecode: 'faulted' })
    const notices = await server.list('/notice/list')
    expect(notices[0]).toMatchObject({ objectclass: 'connector', status: 'new' })
  })
})
