import { describe, expect, it, vi } from 'vitest'
import { commandBench } from '../../../test/command-fixture.ts'
import { forgetCommands } from './forget-commands.ts'
import type { SentRun } from './index.ts'

const bench = commandBench()

const openOf = async (station: string) =>
  (
    await bench.server.db
      .selectFrom('commands')
      .select('id')
      .where('station_id', '=', station)
      .where('state', '=', 'sent')
      .executeTakeFirst()
  )?.id

describe('nextCommand', () => {
  it('returns the oldest command and then nothing until that one has ended', async () => {
    const first = await bench.queue('ClearCache')
    const second = await bench.queue('Reset', { type: 'Hard' })
    expect(await bench.commands.next(bench.station)).toMatchObject({
      id: first,
      action: 'ClearCache',
      timeoutMs: 30_000,
    })
    expect(await bench.commands.next(bench.station)).toBeNull()
    await bench.commands.answered(first, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await bench.commands.next(bench.station)).toMatchObject({ id: second })
  })

  it('opens no transaction while nothing waits', async () => {
    const begin = vi.spyOn(bench.server.db, 'startTransaction')
    expect(await bench.commands.next(bench.station)).toBeNull()
    expect(begin).not.toHaveBeenCalled()
    begin.mockRestore()
  })

  // Proves P2
  it('applies the time limit of the command itself', async () => {
    const given = { stations: [bench.identity], action: 'GetDiagnostics', payload: { location: 'ftp://x' } }
    await bench.commands.send(bench.server.asker, { ...given, answerMs: 120_000 })
    const slow = await bench.commands.next(bench.station)
    expect(slow).toMatchObject({ action: 'GetDiagnostics', timeoutMs: 120_000 })
    const { answer_by, sent_at } = await bench.rowOf(slow!.id)
    expect(answer_by!.getTime() - sent_at!.getTime()).toBe(120_000)
    bench.server.clock.move(100_000)
    await bench.commands.sweep()
    expect(await bench.rowOf(slow!.id)).toMatchObject({ state: 'sent' })
  })

  // Proves INV-6
  it('returns one command to concurrent callers', async () => {
    await bench.queue('ClearCache')
    await bench.queue('ClearCache')
    const taken = await Promise.all(Array.from({ length: 12 }, () => bench.commands.next(bench.station)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(
      await bench.server.db
        .selectFrom('commands')
        .where('state', '=', 'sent')
        .selectAll()
        .where('station_id', '=', bench.station)
        .execute(),
    ).toHaveLength(1)
  })

  // Proves G11
  it('returns nothing to a process whose connection was displaced, and no command that is too old', async () => {
    await bench.queue('ClearCache')
    expect(await bench.commands.next(bench.station, 7)).toBeNull()
    expect(await bench.commands.next(bench.station, 0)).not.toBeNull()
    const late = await bench.server.addStation(`${bench.identity}-late`)
    await bench.commands.send(bench.server.asker, {
      stations: [`${bench.identity}-late`],
      action: 'ClearCache',
      payload: {},
    })
    bench.server.clock.move(121_000)
    expect(await bench.commands.next(late)).toBeNull()
  })

  // Proves G12
  it('a displaced process does not end a command sent by its successor', async () => {
    const sent = await bench.queue('Reset', { type: 'Soft' })
    await bench.server.pool.query('update stations set connection_epoch = 2 where id = $1', [bench.station])
    const owner = bench.server.commands([], 'owner')
    expect(await owner.next(bench.station, 2)).toMatchObject({ id: sent })
    expect(await bench.commands.next(bench.station, 1)).toBeNull()
    expect(await bench.rowOf(sent)).toMatchObject({ state: 'sent', process: 'owner' })
    await owner.answered(sent, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await bench.rowOf(sent)).toMatchObject({ state: 'accepted' })
  })

  // Proves INV-6
  it('sends what waits although a command of an ended process is being concluded', async () => {
    const reset = await bench.queue('Reset', { type: 'Soft' })
    const waiting = await bench.queue('ClearCache')
    await bench.server.commands([], 'ended').next(bench.station)
    const { pool } = bench.server
    const concluding = await pool.connect()
    try {
      await concluding.query('begin')
      await concluding.query('select from commands where id = $1 for update', [reset])
      let isReturned = false
      const next = bench.commands.next(bench.station).finally(() => (isReturned = true))
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => isReturned || (await pool.query(blocked)).rowCount === 1).toBe(true)
      await concluding.query('commit')
      expect(await next).toMatchObject({ id: waiting, action: 'ClearCache' })
    } finally {
      concluding.release()
    }
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'unknown' })
  })

  // Proves H13
  it('does not send commands of a user who was locked out since', async () => {
    await bench.queue('ClearCache')
    await bench.server.pool.query("update users set state = 'locked'")
    expect(await bench.commands.next(bench.station)).toBeNull()
    await bench.server.pool.query("update users set state = 'active'")
    expect(await bench.commands.next(bench.station)).not.toBeNull()
  })

  // Proves H13
  it('does not send commands of a user who, or whose group, may no longer send commands', async () => {
    const { pool } = bench.server
    const deny = (of: string, from: string) =>
      pool.query(
        `insert into class_rights (class_code, ${of}, denied) select 'command', id, 'c' from ${from}`,
      )
    const isWithheld = async () => (await bench.commands.next(bench.station)) === null
    await bench.queue('ClearCache')
    await deny('user_id', 'users')
    expect(await isWithheld()).toBe(true)
    await pool.query('delete from class_rights')
    await deny('group_id', `groups where code = 'operators'`)
    expect(await isWithheld()).toBe(true)
    await pool.query('delete from class_rights')
    expect(await isWithheld()).toBe(false)
  })

  // Proves INV-6, G11
  it('after a restart sends waiting commands and ends sent ones', async () => {
    const sent = await bench.queue('Reset', { type: 'Hard' })
    const waiting = await bench.queue('ClearCache')
    await bench.commands.next(bench.station)
    const next = bench.server.commands([], 'another')
    expect(await next.next(bench.station)).toMatchObject({ id: waiting })
    expect(await bench.rowOf(sent)).toMatchObject({ state: 'unknown', process: 'here' })
    await expect
      .poll(() => bench.server.events)
      .toContainEqual({ kind: 'command.ended', command: sent, station: bench.station })
  })
})

describe('forgetCommands', () => {
  // Proves F13, L111
  it('removes commands that ended long ago, not newer or unfinished ones', async () => {
    const old = await bench.sent()
    await bench.commands.answered(old, { kind: 'result', payload: { status: 'Accepted' } })
    const open = await bench.queue('ClearCache')
    bench.server.clock.move(10 * 86_400_000)
    const newer = await bench.queue('Reset', { type: 'Soft' })
    await bench.server.pool.query("update commands set state = 'cancelled' where id = $1", [newer])
    bench.server.clock.move(25 * 86_400_000)
    await forgetCommands({ db: bench.server.db, clock: bench.server.clock, keepDays: 30 })
    const left = await bench.server.pool.query(
      'select id from commands where station_id = $1 order by turn',
      [bench.station],
    )
    expect(left.rows.map(({ id }) => id)).toEqual([open, newer])
  })
})

describe('commandAnswered', () => {
  // Proves G50
  it("stores the station's answer unchanged, with NUL and lone surrogates", async () => {
    const id = await bench.sent('DataTransfer', { vendorId: 'v', data: 'a\0\ud800' })
    const payload = { status: 'Accepted', data: 'x\0y\udfff' }
    await bench.commands.answered(id, { kind: 'result', payload })
    const row = await bench.rowOf(id)
    expect(row).toMatchObject({ state: 'accepted', status: 'Accepted', response: payload })
    expect(row.request).toEqual({ vendorId: 'v', data: 'a\0\ud800' })
  })

  it('stores a CALLERROR as failed, with its code and description', async () => {
    const id = await bench.sent()
    await bench.commands.answered(id, {
      kind: 'error',
      code: 'NotSupported',
      description: 'no',
      details: { a: 1 },
    })
    expect(await bench.rowOf(id)).toMatchObject({
      state: 'failed',
      error_code: 'NotSupported',
      message: 'no',
      response: { errorDetails: { a: 1 } },
    })
  })

  it('stores a late answer without changing the state', async () => {
    const id = await bench.sent()
    await bench.commands.answered(id, { kind: 'timeout' })
    expect(await bench.rowOf(id)).toMatchObject({ state: 'timeout', is_late: false, answered_at: null })
    const answer = { kind: 'result', payload: { status: 'Accepted' } } as const
    await bench.commands.answered(id, { kind: 'late', answer })
    expect(await bench.rowOf(id)).toMatchObject({
      state: 'timeout',
      is_late: true,
      response: { status: 'Accepted' },
    })
  })

  it('a Hard Reset that is never answered blocks no other command', async () => {
    const reset = await bench.sent('Reset', { type: 'Hard' })
    const next = await bench.queue('ClearCache')
    await bench.commands.answered(reset, { kind: 'gone' })
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'unknown', answered_at: null })
    expect(await bench.commands.next(bench.station)).toMatchObject({ id: next })
  })

  it('notifies the process that holds the connection when the next command may be sent', async () => {
    const first = await bench.sent()
    await bench.commands.answered(first, { kind: 'result', payload: { status: 'Accepted' } })
    await bench.sent()
    const third = await bench.queue('ClearCache')
    const queued = () => bench.server.events.filter((event) => event.kind === 'command.queued').length
    await expect.poll(queued).toBe(3)
    await bench.commands.answered((await openOf(bench.station))!, { kind: 'timeout' })
    await expect.poll(queued).toBe(4)
    expect(await bench.commands.next(bench.station)).toMatchObject({ id: third })
  })

  // Proves INV-6
  it('ignores a second outcome', async () => {
    const id = await bench.sent()
    await bench.commands.answered(id, { kind: 'result', payload: { status: 'Rejected' } })
    await bench.commands.answered(id, { kind: 'timeout' })
    await bench.commands.answered(id, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await bench.rowOf(id)).toMatchObject({ state: 'rejected', status: 'Rejected', is_late: false })
  })

  it('wakes the caller that waits', async () => {
    const run = bench.commands.send(bench.server.asker, {
      stations: [bench.identity],
      action: 'ClearCache',
      payload: {},
      waitMs: 20_000,
    })
    await expect
      .poll(() => bench.server.events)
      .toContainEqual({ kind: 'command.queued', station: bench.station })
    const next = await bench.commands.next(bench.station)
    await bench.commands.answered(next!.id, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await bench.rowOf(((await run) as SentRun).commandIds[0]!)).toMatchObject({ state: 'accepted' })
  })

  it('runs the effect in the same transaction, for every kind of end', async () => {
    const ends: string[] = []
    bench.commands = bench.server.commands([
      {
        actions: ['ClearCache'],
        ended: async (_tx, command, { end }) => {
          ends.push(`${command.stationId === bench.station} ${end.kind}`)
          if (end.kind === 'rejected') throw new Error('the effect fails')
          return [{ kind: 'profile.changed' }]
        },
      },
    ])
    await bench.commands.answered(await bench.sent(), { kind: 'result', payload: { status: 'Accepted' } })
    const failing = await bench.sent()
    await expect(
      bench.commands.answered(failing, { kind: 'result', payload: { status: 'Rejected' } }),
    ).rejects.toThrow('the effect fails')
    expect(await bench.rowOf(failing)).toMatchObject({ state: 'sent' })
    await bench.commands.answered(failing, { kind: 'timeout' })
    await bench.commands.cancel(bench.server.asker, await bench.queue('ClearCache'))
    expect(ends).toEqual(['true accepted', 'true rejected', 'true unanswered', 'true unsent'])
  })
})

describe('sweepCommands', () => {
  it('ends commands that waited too long and sent ones that no process waits for', async () => {
    const sent = await bench.queue('ClearCache')
    const waiting = await bench.queue('ClearCache')
    await bench.commands.next(bench.station)
    bench.server.clock.move(121_000)
    await bench.commands.sweep()
    expect(await bench.rowOf(waiting)).toMatchObject({ state: 'expired' })
    expect(await bench.rowOf(sent)).toMatchObject({ state: 'unknown' })
  })

  // Proves Q37
  it('marks a remote start that was accepted but not followed by a transaction', async () => {
    const start = async (payload: Record<string, unknown>) => {
      const id = await bench.queue('RemoteStartTransaction', payload)
      await bench.commands.next(bench.station)
      await bench.commands.answered(id, { kind: 'result', payload: { status: 'Accepted' } })
      return id
    }
    const idle = await start({ idTag: 'idle' })
    const followed = await start({ idTag: 'Tag1' })
    const withNul = await start({ idTag: 'A\0' })
    await bench.server.pool.query(
      `insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision,
        start_key, started_at, received_start_at, meter_start_wh)
      values (gen_random_uuid(), 5, $1, $2, 3, 'TAG1', 'tag1', 'Accepted', 'k', now(), $3, 0)`,
      [bench.server.accountId, bench.station, bench.server.clock.now()],
    )
    await bench.commands.sweep()
    expect(await bench.rowOf(idle)).toMatchObject({ note: null, note_code: null })
    bench.server.clock.move(121_000)
    await bench.commands.sweep()
    expect(await bench.rowOf(idle)).toMatchObject({
      note_code: 'command.not_started',
      note: 'The station accepted, but no session followed.',
    })
    expect((await bench.rowOf(followed)).note_code).toBeNull()
    expect((await bench.rowOf(withNul)).note_code).toBeNull()
  })
})
