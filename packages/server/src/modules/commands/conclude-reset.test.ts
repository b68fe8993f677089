import { describe, expect, it } from 'vitest'
import { commandBench } from '../../../test/command-fixture.ts'

const bench = commandBench()

/** Stores a boot of the station, as its connection does before it reports the boot. */
const boot = async () => {
  const values = [bench.station, bench.server.clock.now()]
  await bench.server.pool.query(
    `update stations set booted_at = $2, boot_status = 'Accepted' where id = $1`,
    values,
  )
  await bench.server.pool.query(
    `insert into activity (id, at, account_id, kind, station_id)
      select activity_id($2), $2, account_id, 'booted', id from stations where id = $1`,
    values,
  )
}

/** Stores a boot and reports it. */
const restarted = async () => {
  await boot()
  await bench.commands.booted(bench.station)
}

describe("a Reset is concluded by the station's behavior", () => {
  const connectionLost = { kind: 'gone' } as const
  // Proves INV-6
  it('unanswered, then a boot: accepted, with the time until the station was back', async () => {
    const reset = await bench.sent('Reset', { type: 'Hard' })
    await bench.commands.answered(reset, connectionLost)
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'unknown', restarted_at: null })
    bench.server.clock.move(12_000)
    await restarted()
    const row = await bench.rowOf(reset)
    expect(row).toMatchObject({
      state: 'accepted',
      status: null,
      answered_at: null,
      note_code: 'command.restarted',
    })
    expect(row.restarted_at!.getTime() - row.sent_at!.getTime()).toBe(12_000)
  })

  it('a waiting caller gets the conclusion, not the lost connection', async () => {
    const run = bench.commands.send(bench.server.asker, {
      stations: [bench.identity],
      action: 'Reset',
      payload: { type: 'Hard' },
      waitMs: 20_000,
    })
    await expect
      .poll(() => bench.server.events)
      .toContainEqual({ kind: 'command.queued', station: bench.station })
    const { id } = (await bench.commands.next(bench.station))!
    await bench.commands.answered(id, connectionLost)
    bench.server.clock.move(8_000)
    const states: string[] = []
    const ended = run.then(async () => void states.push((await bench.rowOf(id)).state))
    await restarted()
    await ended
    expect(states).toEqual(['accepted'])
  })

  it('counts a boot that was stored before the lost connection was noticed', async () => {
    const reset = await bench.sent('Reset', { type: 'Soft' })
    bench.server.clock.move(5_000)
    await restarted()
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'sent' })
    await bench.commands.answered(reset, connectionLost)
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'accepted', note_code: 'command.restarted' })
  })

  it('counts a stop with reason HardReset as well, also if the server was down when the station booted', async () => {
    const reset = await bench.sent('Reset', { type: 'Hard' })
    await bench.commands.answered(reset, connectionLost)
    bench.server.clock.move(3_000)
    const at = bench.server.clock.now()
    await bench.server.pool.query(
      `insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision,
        start_key, started_at, received_start_at, meter_start_wh, state, stopped_at, received_stop_at, meter_stop_wh,
        stop_reason, energy_wh)
      values (gen_random_uuid(), 4711, $1, $2, 1, 'T', 't', 'Accepted', 'hard-reset', $3, $3, 0, 'finished', $3, $3, 1,
        'HardReset', 1)`,
      [bench.server.accountId, bench.station, at],
    )
    await bench.commands.sweep()
    expect(await bench.rowOf(reset)).toMatchObject({
      state: 'accepted',
      note_code: 'command.session_ended',
      restarted_at: null,
    })
    bench.server.clock.move(20_000)
    await restarted()
    expect((await bench.rowOf(reset)).restarted_at).not.toBeNull()
  })

  // Proves INV-6
  it('stays unknown without a boot in time; a later boot is no evidence', async () => {
    const reset = await bench.sent('Reset', { type: 'Hard' })
    await bench.commands.answered(reset, connectionLost)
    bench.server.clock.move(11 * 60_000)
    await restarted()
    await bench.commands.sweep()
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'unknown', restarted_at: null, note_code: null })
  })

  // Proves INV-6
  it('does not count an earlier boot, a refusal or another command as evidence', async () => {
    await boot()
    bench.server.clock.move(1)
    const reset = await bench.sent('Reset', { type: 'Hard' })
    await bench.commands.answered(reset, connectionLost)
    await bench.commands.sweep()
    expect(await bench.rowOf(reset)).toMatchObject({ state: 'unknown' })
    const refused = await bench.sent('Reset', { type: 'Soft' })
    await bench.commands.answered(refused, { kind: 'result', payload: { status: 'Rejected' } })
    const other = await bench.sent('ClearCache')
    await bench.commands.answered(other, connectionLost)
    bench.server.clock.move(1_000)
    await restarted()
    expect(await bench.rowOf(refused)).toMatchObject({ state: 'rejected', restarted_at: null })
    expect(await bench.rowOf(other)).toMatchObject({ state: 'unknown', restarted_at: null })
  })

  it('several in a row each have their own boot, also if that of the first is noticed after the others', async () => {
    const sent: string[] = []
    for (let n = 0; n < 3; n++) {
      const reset = await bench.sent('Reset', { type: 'Soft' })
      await bench.commands.answered(reset, { kind: 'result', payload: { status: 'Accepted' } })
      sent.push(reset)
      bench.server.clock.move(200)
      await boot()
      bench.server.clock.move(10)
    }
    await bench.commands.booted(bench.station)
    const rows = await Promise.all(sent.map((id) => bench.rowOf(id)))
    expect(rows.map(({ restarted_at, sent_at }) => restarted_at!.getTime() - sent_at!.getTime())).toEqual([
      200, 200, 200,
    ])
  })

  it('an answered Reset shows when the station was back and retains its answer', async () => {
    const reset = await bench.sent('Reset', { type: 'Soft' })
    await bench.commands.answered(reset, { kind: 'result', payload: { status: 'Accepted' } })
    bench.server.clock.move(9_000)
    await restarted()
    const row = await bench.rowOf(reset)
    expect(row).toMatchObject({ state: 'accepted', status: 'Accepted', note_code: null })
    expect(row.restarted_at!.getTime() - row.sent_at!.getTime()).toBe(9_000)
  })
})
