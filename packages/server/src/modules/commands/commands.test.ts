import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Commands, SendRequest, SentRun } from './index.ts'

let house: CommandFixture
let commands: Commands
let station: string
beforeAll(async () => {
  house = await commandFixture()
})
afterAll(() => house.close())

let count = 0
let identity = ''
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await house.addStation(identity)
  commands = house.commands()
  house.heard.length = 0
})

const rowOf = (id: string) =>
  house.db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function send(
  action: string,
  payload: Record<string, unknown> = {},
  more: Partial<SendRequest> = {},
): Promise<SentRun> {
  const run = await commands.send(house.asker, { stations: [identity], action, payload, ...more })
  if (isRefusal(run)) throw new Error(`${run.refusal}: ${run.message}`)
  return run
}
const sendOne = async (action: string, payload: Record<string, unknown> = {}) =>
  (await send(action, payload)).commandIds[0]!

const ask = (stations: string[], action: string, payload = {}) =>
  commands.send(house.asker, { stations, action, payload })
const sentOne = async (action = 'ClearCache', payload: Record<string, unknown> = {}) => {
  const id = await sendOne(action, payload)
  expect(await commands.next(station)).toMatchObject({ id })
  return id
}
const isDeaf = async () =>
  (await house.pool.query('select is_deaf from stations where id = $1', [station])).rows[0].is_deaf

describe('sendCommand', () => {
  it('stores a waiting command and tells the process that holds the station', async () => {
    const id = await sendOne('Reset', { type: 'Soft' })
    expect(await rowOf(id)).toMatchObject({ state: 'queued', action: 'Reset', request: { type: 'Soft' } })
    await vi.waitFor(() => expect(house.heard).toContainEqual({ kind: 'command.queued', station }))
    expect(house.heard).toContainEqual({
      kind: 'hint',
      account: house.accountId,
      hint: { kind: 'command.changed', station, ids: [id] },
    })
  })

  it('refuses an unknown action, an unknown station, no station and a broken payload by its field', async () => {
    expect(await ask([identity], 'Explode')).toMatchObject({ refusal: 'invalid', field: 'action' })
    expect(await ask([identity], 'Heartbeat')).toMatchObject({ refusal: 'invalid', field: 'action' })
    expect(await ask(['nobody'], 'ClearCache')).toMatchObject({ refusal: 'not-found' })
    expect(await ask([], 'ClearCache')).toMatchObject({
      message: 'No stations selected. Specify a station.',
    })
    expect(await ask([identity], 'Reset', { type: 'Medium' })).toMatchObject({
      refusal: 'invalid',
      field: '/type',
    })
    expect(await ask([identity], 'RemoteStartTransaction', { idTag: 'a', connectorId: 0 })).toMatchObject({
      field: '/connectorId',
    })
  })

  it('answers an offline station with a failed command at once', async () => {
    await house.addStation(`${identity}-off`, false)
    const run = await commands.send(house.asker, {
      stations: [`${identity}-off`, identity],
      action: 'ClearCache',
      payload: {},
    })
    const rows = await Promise.all((run as SentRun).commandIds.map(rowOf))
    expect(rows.map((row) => [row.state, row.message])).toEqual([
      ['failed', 'The station is offline.'],
      ['queued', null],
    ])
  })

  it("does not find another account's station", async () => {
    const stranger = { accountId: '01900000-0000-7000-8000-000000000000', userId: null, isAdmin: false }
    const run = await commands.send(stranger, { stations: [identity], action: 'ClearCache', payload: {} })
    expect(run).toMatchObject({ refusal: 'not-found' })
    const admin = { ...stranger, isAdmin: true }
    expect(
      await commands.send(admin, { stations: [identity], action: 'ClearCache', payload: {} }),
    ).toHaveProperty('runId')
  })

  it('stores 2000 commands of one run, and each station has one', async () => {
    const identities = Array.from({ length: 2000 }, (_, n) => `bulk-${count}-${n}`)
    for (const name of identities) await house.addStation(name)
    const run = (await commands.send(house.asker, {
      stations: identities,
      action: 'TriggerMessage',
      payload: { requestedMessage: 'Heartbeat' },
    })) as SentRun
    expect(run.commandIds).toHaveLength(2000)
    const { rows } = await house.pool.query(
      'select count(distinct station_id) as stations, count(*) as all from commands where run_id = $1',
      [run.runId],
    )
    expect(rows[0]).toEqual({ stations: 2000, all: 2000 })
  })

  it('refuses what would make the queue of a station too long', async () => {
    for (let n = 0; n < 100; n++) await sendOne('ClearCache')
    expect(
      await commands.send(house.asker, { stations: [identity], action: 'ClearCache', payload: {} }),
    ).toMatchObject({ refusal: 'too-many' })
  })

  it('keeps the secret of a command for the station alone', async () => {
    const location = 'ftp://user:pass@files.example/up'
    const id = await sendOne('GetDiagnostics', { location })
    expect((await rowOf(id)).request).toEqual({ location: 'ftp://***@files.example/up' })
    const next = await commands.next(station)
    expect(next).toMatchObject({ payload: { location }, shown: { location: 'ftp://***@files.example/up' } })
    const { rows } = await house.pool.query(
      'select to_json(commands)::text as row from commands where id = $1',
      [id],
    )
    expect(rows[0].row).not.toContain('pass@')
  })
})

describe('nextCommand', () => {
  it('gives the oldest and then nothing until that one has ended', async () => {
    const first = await sendOne('ClearCache')
    const second = await sendOne('Reset', { type: 'Hard' })
    expect(await commands.next(station)).toMatchObject({ id: first, action: 'ClearCache', timeoutMs: 30_000 })
    expect(await commands.next(station)).toBeNull()
    await commands.answered(first, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await commands.next(station)).toMatchObject({ id: second })
  })

  it('gives one command to callers at once', async () => {
    await sendOne('ClearCache')
    await sendOne('ClearCache')
    const taken = await Promise.all(Array.from({ length: 12 }, () => commands.next(station)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(
      await house.db
        .selectFrom('commands')
        .where('state', '=', 'sent')
        .selectAll()
        .where('station_id', '=', station)
        .execute(),
    ).toHaveLength(1)
  })

  it('gives nothing to a process whose connection was displaced, nor what is too old', async () => {
    await sendOne('ClearCache')
    expect(await commands.next(station, 7)).toBeNull()
    expect(await commands.next(station, 0)).not.toBeNull()
    const late = await house.addStation(`${identity}-late`)
    await commands.send(house.asker, { stations: [`${identity}-late`], action: 'ClearCache', payload: {} })
    house.clock.move(121_000)
    expect(await commands.next(late)).toBeNull()
  })

  it('sends nothing for a person who was locked out meanwhile', async () => {
    await sendOne('ClearCache')
    await house.pool.query("update users set state = 'locked'")
    expect(await commands.next(station)).toBeNull()
    await house.pool.query("update users set state = 'active'")
    expect(await commands.next(station)).not.toBeNull()
  })

  it('after a restart sends what waits and gives up what was sent', async () => {
    const sent = await sendOne('Reset', { type: 'Hard' })
    const waiting = await sendOne('ClearCache')
    await commands.next(station)
    const next = house.commands([], 'another')
    expect(await next.next(station)).toMatchObject({ id: waiting })
    expect(await rowOf(sent)).toMatchObject({ state: 'unknown', process: 'here' })
    await vi.waitFor(() =>
      expect(house.heard).toContainEqual({ kind: 'command.ended', command: sent, station }),
    )
  })
})

describe('commandAnswered', () => {
  it("keeps the station's answer raw, with NUL and lone surrogates", async () => {
    const id = await sentOne('DataTransfer', { vendorId: 'v', data: 'a\0\ud800' })
    const payload = { status: 'Accepted', data: 'x\0y\udfff' }
    await commands.answered(id, { kind: 'result', payload })
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'accepted', status: 'Accepted', response: payload })
    expect(row.request).toEqual({ vendorId: 'v', data: 'a\0\ud800' })
  })

  it('stores a CALLERROR as failed, with its code and description', async () => {
    const id = await sentOne()
    await commands.answered(id, { kind: 'error', code: 'NotSupported', description: 'no', details: { a: 1 } })
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      error_code: 'NotSupported',
      message: 'no',
      response: { errorDetails: { a: 1 } },
    })
  })

  it('keeps a late answer and leaves the state', async () => {
    const id = await sentOne()
    await commands.answered(id, { kind: 'timeout' })
    expect(await rowOf(id)).toMatchObject({ state: 'timeout', is_late: false, answered_at: null })
    const answer = { kind: 'result', payload: { status: 'Accepted' } } as const
    await commands.answered(id, { kind: 'late', answer })
    expect(await rowOf(id)).toMatchObject({
      state: 'timeout',
      is_late: true,
      response: { status: 'Accepted' },
    })
  })

  it('a Hard Reset that is never answered blocks nobody', async () => {
    const reset = await sentOne('Reset', { type: 'Hard' })
    const next = await sendOne('ClearCache')
    await commands.answered(reset, { kind: 'gone', why: 'the station closed it' })
    expect(await rowOf(reset)).toMatchObject({ state: 'failed' })
    expect(await commands.next(station)).toMatchObject({ id: next })
  })

  it('lets the first outcome stand', async () => {
    const id = await sentOne()
    await commands.answered(id, { kind: 'result', payload: { status: 'Rejected' } })
    await commands.answered(id, { kind: 'timeout' })
    await commands.answered(id, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', status: 'Rejected', is_late: false })
  })

  it('calls a station deaf after three silences and hearing after an answer', async () => {
    for (let n = 0; n < 3; n++) {
      expect(await isDeaf()).toBe(false)
      await commands.answered(await sentOne(), { kind: 'timeout' })
      house.clock.move(1)
    }
    expect(await isDeaf()).toBe(true)
    await commands.answered(await sentOne(), { kind: 'error', code: 'InternalError', description: '' })
    expect(await isDeaf()).toBe(false)
  })

  it('wakes the caller that waits', async () => {
    const run = send('ClearCache', {}, { waitMs: 20_000 })
    await vi.waitFor(() => expect(house.heard).toContainEqual({ kind: 'command.queued', station }))
    const next = await commands.next(station)
    await commands.answered(next!.id, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await rowOf((await run).commandIds[0]!)).toMatchObject({ state: 'accepted' })
  })

  it('runs the effect in the same transaction, for every kind of end', async () => {
    const ends: string[] = []
    commands = house.commands([
      {
        actions: ['ClearCache'],
        ended: async (_tx, command, end) => {
          ends.push(`${command.stationId === station} ${end.kind}`)
          if (end.kind === 'rejected') throw new Error('the effect fails')
          return [{ kind: 'profile.changed' }]
        },
      },
    ])
    await commands.answered(await sentOne(), { kind: 'result', payload: { status: 'Accepted' } })
    const failing = await sentOne()
    await expect(
      commands.answered(failing, { kind: 'result', payload: { status: 'Rejected' } }),
    ).rejects.toThrow('the effect fails')
    expect(await rowOf(failing)).toMatchObject({ state: 'sent' })
    await commands.answered(failing, { kind: 'timeout' })
    await commands.cancel(house.asker, await sendOne('ClearCache'))
    expect(ends).toEqual(['true accepted', 'true rejected', 'true unanswered', 'true unsent'])
  })
})

describe('cancelCommand', () => {
  it('cancels what waits, not what was sent, and nothing of others', async () => {
    const first = await sendOne('ClearCache')
    const second = await sendOne('ClearCache')
    await commands.next(station)
    expect(await commands.cancel(house.asker, second)).toBeNull()
    expect(await rowOf(second)).toMatchObject({ state: 'cancelled' })
    expect(await commands.cancel(house.asker, first)).toMatchObject({ refusal: 'not-possible' })
    expect(await commands.cancel(house.asker, second)).toMatchObject({ refusal: 'not-possible' })
    const stranger = { accountId: '01900000-0000-7000-8000-000000000000', userId: null, isAdmin: false }
    expect(await commands.cancel(stranger, first)).toMatchObject({ refusal: 'not-found' })
  })
})

describe('sweepCommands', () => {
  it('ends what waited too long and what nobody hears any more', async () => {
    const sent = await sendOne('ClearCache')
    const waiting = await sendOne('ClearCache')
    await commands.next(station)
    house.clock.move(121_000)
    await commands.sweep()
    expect(await rowOf(waiting)).toMatchObject({ state: 'expired' })
    expect(await rowOf(sent)).toMatchObject({ state: 'unknown' })
  })

  it('Q37: notes a remote start that was accepted and not followed', async () => {
    const start = async (payload: Record<string, unknown>) => {
      const id = await sendOne('RemoteStartTransaction', payload)
      await commands.next(station)
      await commands.answered(id, { kind: 'result', payload: { status: 'Accepted' } })
      return id
    }
    const idle = await start({ idTag: 'idle' })
    const followed = await start({ idTag: 'Tag1' })
    const odd = await start({ idTag: 'A\0' })
    await house.pool.query(
      `insert into transactions (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, decision,
        start_key, started_at, received_start_at, meter_start_wh)
      values (gen_random_uuid(), 5, $1, $2, 3, 'TAG1', 'tag1', 'Accepted', 'k', now(), $3, 0)`,
      [house.accountId, station, house.clock.now()],
    )
    await commands.sweep()
    expect(await rowOf(idle)).toMatchObject({ note: null })
    house.clock.move(121_000)
    await commands.sweep()
    expect((await rowOf(idle)).note).toBe('accepted, not started')
    expect((await rowOf(followed)).note).toBeNull()
    expect((await rowOf(odd)).note).toBeNull()
  })
})
