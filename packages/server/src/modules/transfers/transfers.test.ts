import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { mayAll } from '../../../test/rights.ts'
import { numberPermutation } from '../../shared/ids.ts'
import type { CallContext, StationConnection } from '../../shared/station-connection.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import type { Commands, Payload } from '../commands/index.ts'
import { transferEffects } from './effects.ts'
import { transfers16 } from './ocpp16.ts'
import { transfersHttp } from './http.ts'

let server: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
beforeAll(async () => {
  server = await commandFixture()
  commands = server.commands(
    transferEffects({ ...server, permute: numberPermutation('test'), origin: () => origin }),
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await server.addStation(identity)
})

const origin = 'https://charging.example'
const location = 'ftp://me:secret@files.example/in?X-Amz-Signature=abc&x=1'
async function queue(action: string, payload: Payload) {
  const run = await commands.send(server.asker, { stations: [identity], action, payload })
  expect(run).toHaveProperty('runId')
  return (await commands.next(station))!
}
async function ask(action: string, payload: Payload, answer: unknown | CommandOutcome) {
  const next = await queue(action, payload)
  server.clock.move(1000)
  const isOutcome = typeof answer === 'object' && answer !== null && 'kind' in answer
  await commands.answered(
    next.id,
    isOutcome ? (answer as CommandOutcome) : { kind: 'result', payload: answer },
  )
}
const diagnostics = (answer: unknown = { fileName: 'diag.zip' }) =>
  ask('GetDiagnostics', { location }, answer)

async function reportStatus(
  action: keyof ReturnType<typeof transfers16>,
  status: string,
  requestId?: number,
) {
  server.clock.move(1000)
  const connection = { station: { id: station, accountId: server.accountId }, epoch: 1 } as StationConnection
  const call = { receivedAt: server.clock.now() } as CallContext
  const request = { status, ...(requestId !== undefined && { requestId }) } as never
  expect(await transfers16(server)[action](connection, request, call)).toEqual({})
}
const list = () =>
  transfersHttp({ ...server, addressOf: (id) => `/file/${id}` }).transferList(
    {
      ...server.asker,
      userId: '',
      isDriver: false,
      clientId: null,
      rights: mayAll,
      session: 'none',
      username: '',
      locale: 'en',
    },
    { filter: { stationid: station }, orderby: ['created'] },
  ) as Promise<
    {
      status: string
      statuses: { status: string }[]
      finished: string | null
      filename: string | null
      filebytes: number | null
      fileurl: string | null
    }[]
  >
const steps = async () => (await list()).map((row) => row.statuses.map(({ status }) => status).join(' '))

describe('transfers', () => {
  // Proves L31
  it('limits the transfers that a station begins again and again, and the statuses of one', async () => {
    const other = await server.addStation(`${identity}-other`)
    await server.pool.query(
      `insert into transfers (id, account_id, station_id, kind, location, status, created_at, finished_at)
       select gen_random_uuid(), $1, s, 'firmware', n::text, 'Installed', now() - interval '1 year' + n * interval '1 s',
         now() from generate_series(1, 500) n, unnest($2::uuid[]) s`,
      [server.accountId, [station, other]],
    )
    for (let n = 0; n < 3; n++) {
      await reportStatus('DiagnosticsStatusNotification', 'Uploading')
      await reportStatus('DiagnosticsStatusNotification', 'Uploaded')
    }
    const rows = async (id: string) =>
      (
        await server.db
          .selectFrom('transfers')
          .select(['kind', 'location', 'statuses'])
          .where('station_id', '=', id)
          .orderBy('created_at')
          .execute()
      ).map((row) => ({ ...row, statuses: row.statuses as { status: string }[] }))
    const stored = await rows(station)
    expect(stored).toHaveLength(500)
    expect(stored[0]).toMatchObject({ location: '4' })
    expect(stored.filter(({ kind }) => kind === 'diagnostics')).toHaveLength(3)
    expect(await rows(other)).toHaveLength(500)
    for (let n = 0; n < 60; n++) {
      await reportStatus('FirmwareStatusNotification', 'Downloading')
      await reportStatus('FirmwareStatusNotification', 'Downloaded')
    }
    const { statuses } = (await rows(station)).at(-1)!
    expect(statuses).toHaveLength(100)
    expect(statuses[0]).toMatchObject({ status: 'Downloading' })
    expect(statuses.at(-1)).toMatchObject({ status: 'Downloaded' })
  })

  // Proves H12
  it('follows an upload of diagnostics from request to end, without credentials', async () => {
    await diagnostics()
    await reportStatus('DiagnosticsStatusNotification', 'Uploading')
    await reportStatus('DiagnosticsStatusNotification', 'Uploading')
    expect(await list()).toMatchObject([{ status: 'Uploading', finished: null }])
    await reportStatus('DiagnosticsStatusNotification', 'Uploaded')
    await reportStatus('DiagnosticsStatusNotification', 'Uploaded')
    await reportStatus('DiagnosticsStatusNotification', 'Idle')
    expect(await list()).toMatchObject([
      {
        kind: 'diagnostics',
        identity,
        location: 'ftp://***@files.example/in?X-Amz-Signature=***&x=1',
        filename: 'diag.zip',
        status: 'Uploaded',
        finished: expect.any(String),
      },
    ])
    expect(await steps()).toEqual(['Requested Accepted Uploading Uploaded'])
  })

  it('assigns a step that is reported before the answer is stored', async () => {
    const next = await queue('UpdateFirmware', { location, retrieveDate: '2026-01-01T00:00:00Z' })
    await reportStatus('FirmwareStatusNotification', 'Downloading')
    await commands.answered(next.id, { kind: 'result', payload: {} })
    expect(await steps()).toEqual(['Requested Downloading'])
  })

  it('retries a failed download', async () => {
    await ask('UpdateFirmware', { location, retrieveDate: '2026-01-01T00:00:00Z' }, {})
    for (const status of [
      'Downloading',
      'DownloadFailed',
      'Downloading',
      'Downloaded',
      'Installing',
      'Installed',
    ])
      await reportStatus('FirmwareStatusNotification', status)
    expect(await list()).toMatchObject([{ kind: 'firmware', status: 'Installed' }])
    expect(await steps()).toEqual([
      'Requested Accepted Downloading DownloadFailed Downloading Downloaded Installing Installed',
    ])
  })

  it('is refused, not sent, or open while its outcome is unknown', async () => {
    await diagnostics({ kind: 'error', code: 'NotSupported', description: '' })
    const waiting = (await commands.send(server.asker, {
      stations: [identity],
      action: 'GetDiagnostics',
      payload: { location },
    })) as { commandIds: string[] }
    await commands.cancel(server.asker, waiting.commandIds[0]!)
    server.clock.move(1)
    await diagnostics({ kind: 'timeout' })
    expect((await list()).map((row) => [row.status, row.finished !== null])).toEqual([
      ['Refused', true],
      ['NotSent', true],
      ['Requested', false],
    ])
  })

  it('distinguishes logs and signed firmware by their request number', async () => {
    const log = (requestId: number, status: string) =>
      ask('GetLog', { log: { remoteLocation: location }, logType: 'SecurityLog', requestId }, { status })
    await log(1, 'Accepted')
    await log(2, 'AcceptedCanceled')
    await reportStatus('LogStatusNotification', 'Uploaded', 2)
    expect(await steps()).toEqual(['Requested Accepted Canceled', 'Requested Accepted Uploaded'])
    const firmware = {
      location,
      retrieveDateTime: '2026-01-01T00:00:00Z',
      signingCertificate: 'c',
      signature: 's',
    }
    await ask('SignedUpdateFirmware', { requestId: 3, firmware }, { status: 'Accepted' })
    await reportStatus('SignedFirmwareStatusNotification', 'InvalidSignature', 3)
    expect((await list()).at(-1)).toMatchObject({ kind: 'firmware', status: 'InvalidSignature' })
  })

  it('assigns a different request number each time if it was omitted', async () => {
    const payload = { log: { remoteLocation: location }, logType: 'SecurityLog' }
    const numbers: number[] = []
    for (let asked = 0; asked < 2; asked++) {
      const next = await queue('GetLog', payload)
      numbers.push(Number(next.payload['requestId']))
      await commands.answered(next.id, { kind: 'result', payload: { status: 'Accepted' } })
    }
    expect(numbers.every((number) => Number.isInteger(number) && number > 0)).toBe(true)
    expect(numbers[0]).not.toBe(numbers[1])
    await reportStatus('LogStatusNotification', 'Uploaded', numbers[1])
    // Both were requested at the same time: their order is undefined.
    expect((await steps()).toSorted()).toEqual(['Requested Accepted', 'Requested Accepted Uploaded'])
  })

  it('shows a transfer that was not requested here', async () => {
    await reportStatus('FirmwareStatusNotification', 'Idle')
    expect(await list()).toEqual([])
    await reportStatus('FirmwareStatusNotification', 'Installed')
    await reportStatus('FirmwareStatusNotification', 'Downloading')
    expect(await list()).toMatchObject([
      { status: 'Installed', commandid: null, location: '', finished: expect.any(String) },
      { status: 'Downloading', finished: null },
    ])
  })
})
