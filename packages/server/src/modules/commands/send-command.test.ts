import { describe, expect, it } from 'vitest'
import { commandBench, commandFixture } from '../../../test/command-fixture.ts'
import type { SentRun } from './index.ts'

const bench = commandBench()

const ask = (stations: string[], action: string, payload = {}) =>
  bench.commands.send(bench.server.asker, { stations, action, payload })

describe('sendCommand', () => {
  it('stores a waiting command and notifies the process that holds the connection', async () => {
    const id = await bench.queue('Reset', { type: 'Soft' })
    expect(await bench.rowOf(id)).toMatchObject({
      state: 'queued',
      action: 'Reset',
      request: { type: 'Soft' },
    })
    await expect
      .poll(() => bench.server.events)
      .toContainEqual({ kind: 'command.queued', station: bench.station })
    expect(bench.server.events).toContainEqual({
      kind: 'hint',
      account: bench.server.accountId,
      hint: { kind: 'command.changed', station: bench.station, ids: [id] },
    })
  })

  it('refuses an unknown action, an unknown station, an empty list and an invalid payload with its field', async () => {
    expect(await ask([bench.identity], 'Explode')).toMatchObject({ refusal: 'invalid', field: 'action' })
    expect(await ask([bench.identity], 'Heartbeat')).toMatchObject({ refusal: 'invalid', field: 'action' })
    expect(await ask(['nobody'], 'ClearCache')).toMatchObject({
      code: 'station.names_not_found',
      params: { names: 'nobody' },
    })
    expect(await ask([], 'ClearCache')).toMatchObject({
      code: 'station.none_selected',
    })
    expect(await ask([bench.identity], 'Reset', { type: 'Medium' })).toMatchObject({
      refusal: 'invalid',
      field: '/type',
    })
    expect(
      await ask([bench.identity], 'RemoteStartTransaction', { idTag: 'a', connectorId: 0 }),
    ).toMatchObject({
      field: '/connectorId',
    })
  })

  it('fails a command to an offline station immediately', async () => {
    await bench.server.addStation(`${bench.identity}-off`, false)
    const run = await bench.commands.send(bench.server.asker, {
      stations: [`${bench.identity}-off`, bench.identity],
      action: 'ClearCache',
      payload: {},
    })
    const rows = await Promise.all((run as SentRun).commandIds.map(bench.rowOf))
    expect(rows.map((row) => [row.state, row.message_code, row.message])).toEqual([
      ['failed', 'station.offline', 'The station is offline.'],
      ['queued', null, null],
    ])
  })

  it("does not find another account's station", async () => {
    const stranger = {
      accountId: '01900000-0000-7000-8000-000000000000',
      userId: null,
      isAdmin: false,
      clientId: null,
    }
    const run = await bench.commands.send(stranger, {
      stations: [bench.identity],
      action: 'ClearCache',
      payload: {},
    })
    expect(run).toMatchObject({ code: 'station.names_not_found', params: { names: bench.identity } })
    const admin = { ...stranger, isAdmin: true, clientId: null }
    expect(
      await bench.commands.send(admin, { stations: [bench.identity], action: 'ClearCache', payload: {} }),
    ).toHaveProperty('runId')
  })

  it('stores 2000 commands of one run, one per station', async () => {
    const identities = Array.from({ length: 2000 }, (_, n) => `bulk-${n}`)
    for (const name of identities) await bench.server.addStation(name)
    const run = (await bench.commands.send(bench.server.asker, {
      stations: identities,
      action: 'TriggerMessage',
      payload: { requestedMessage: 'Heartbeat' },
    })) as SentRun
    expect(run.commandIds).toHaveLength(2000)
    const { rows } = await bench.server.pool.query(
      'select count(distinct station_id) as stations, count(*) as all from commands where run_id = $1',
      [run.runId],
    )
    expect(rows[0]).toEqual({ stations: 2000, all: 2000 })
  })

  // Proves L110
  it('refuses commands beyond the queue limit of a station', async () => {
    for (let n = 0; n < 100; n++) await bench.queue('ClearCache')
    expect(
      await bench.commands.send(bench.server.asker, {
        stations: [bench.identity],
        action: 'ClearCache',
        payload: {},
      }),
    ).toMatchObject({ refusal: 'too-many' })
  })

  // Proves INV-12
  it('exposes the secret of a command to the station only', async () => {
    const location = 'ftp://user:pass@files.example/up'
    const id = await bench.queue('GetDiagnostics', { location })
    expect((await bench.rowOf(id)).request).toEqual({ location: 'ftp://***@files.example/up' })
    const next = await bench.commands.next(bench.station)
    expect(next).toMatchObject({ payload: { location }, shown: { location: 'ftp://***@files.example/up' } })
    const { rows } = await bench.server.pool.query(
      'select to_json(commands)::text as row from commands where id = $1',
      [id],
    )
    expect(rows[0].row).not.toContain('pass@')
  })
})

describe('cancelCommand', () => {
  it('cancels waiting commands only, and none of other accounts', async () => {
    const first = await bench.queue('ClearCache')
    const second = await bench.queue('ClearCache')
    await bench.commands.next(bench.station)
    expect(await bench.commands.cancel(bench.server.asker, second)).toBeNull()
    expect(await bench.rowOf(second)).toMatchObject({ state: 'cancelled' })
    expect(await bench.commands.cancel(bench.server.asker, first)).toMatchObject({ refusal: 'not-possible' })
    expect(await bench.commands.cancel(bench.server.asker, second)).toMatchObject({ refusal: 'not-possible' })
    const stranger = {
      accountId: '01900000-0000-7000-8000-000000000000',
      userId: null,
      isAdmin: false,
      clientId: null,
    }
    expect(await bench.commands.cancel(stranger, first)).toMatchObject({ code: 'command.not_found' })
  })
})

// Proves G6
it('works with a single connection to the database', async () => {
  const server = await commandFixture({ max: 1 })
  const names = Array.from({ length: 20 }, (_, n) => `one-${n}`)
  const ids = await Promise.all(names.map((name) => server.addStation(name)))
  const commands = server.commands()
  const unsubscribe = server.bus.on('command.queued', ({ station }) => {
    void commands
      .next(station)
      .then((next) => next && commands.answered(next.id, { kind: 'result', payload: { status: 'Accepted' } }))
  })
  const rows = await Promise.all(
    names.map((station) => commands.ask(server.asker, { station, action: 'ClearCache', payload: {} })),
  )
  unsubscribe()
  expect(rows.map((row) => 'state' in row && row.state)).toEqual(ids.map(() => 'accepted'))
  await server.close()
})
