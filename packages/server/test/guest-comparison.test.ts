import { tariffCompare, tariffVersionSet } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { energyAndFee } from './charge-fixture.ts'
import { GuestFixture, stopSession } from './guest-fixture.ts'

test('a guest pays with a draft at most what is reserved, as in the session', async () => {
  const guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  const { server, operator } = guests
  try {
    const station = await guests.addStation('GUEST-COMPARED')
    const { transactionId } = await guests.start(station)
    // 17.80, of which 15.00 are reserved
    await stopSession(station, transactionId, 40_000)
    await guests.settle()
    const { id } = await server.db.selectFrom('tariffs').select('id').executeTakeFirstOrThrow()
    await server.request(tariffVersionSet, { id, definition: energyAndFee }, operator)
    const { started_at } = await server.db
      .selectFrom('transactions')
      .select('started_at')
      .where('number', '=', transactionId)
      .executeTakeFirstOrThrow()
    const month = started_at.toISOString().slice(0, 7)
    const { sum, sessions } = await server.request(tariffCompare, { id, month }, operator)
    expect(sum).toEqual({ sessions: 1, energy: 40_000, before: 1_500, after: 1_500, less: 0, more: 0 })
    expect(sessions).toEqual([])
    await station.socket.close()
  } finally {
    await server.close()
  }
})
