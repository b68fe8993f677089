import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await WholeServer.open()
  await server.call('/card/set', { id: null, code: 'GOOD' })
  await server.call('/card/set', { id: null, code: 'Lost-1' })
  await server.call('/card/set', { id: null, code: 'OLD', expiry: '2020-01-01T00:00:00.000Z' })
  const [lost] = await server.list<{ id: string }>('/card/list', { filter: { code: 'Lost-1' } })
  await server.call('/card/action', { id: lost!.id, action: 'disable' })
})
afterAll(() => server.close())

const noteOf = async (identity: string): Promise<unknown> => {
  const [row] = await server.list('/command/list', { filter: { identity, action: 'RemoteStartTransaction' } })
  return row!['notecode']
}

/** Sends a remote start to a new station that asks about the card before it charges. */
async function startWith(identity: string, idTag: string): Promise<void> {
  const station = await server.station(identity)
  const { body } = await server.command(identity, 'RemoteStartTransaction', { idTag, connectorId: 1 })
  expect(body).toEqual({ status: 'Accepted' })
  await station.until((each) => each.isQuiet, 'the end of the visit')
}

describe('a remote start with a card that is refused', () => {
  it.each([
    ['lost-1', 'command.card_blocked'],
    ['OLD', 'command.card_expired'],
    ['STRANGER', 'command.card_invalid'],
  ])('notes at the command why %s does not charge', async (idTag, code) => {
    await startWith(`REFUSED-${idTag}`, idTag)
    await vi.waitFor(async () => expect(await noteOf(`REFUSED-${idTag}`)).toBe(code))
  })

  it('notes nothing for a valid card', async () => {
    await startWith('ACCEPTED-1', 'GOOD')
    expect(await noteOf('ACCEPTED-1')).toBeNull()
  })

  it('notes nothing at the remote start of another card', async () => {
    await startWith('ACCEPTED-2', 'GOOD')
    const other = await server.station('ACCEPTED-3')
    await server.command('ACCEPTED-3', 'RemoteStartTransaction', { idTag: 'OLD', connectorId: 1 })
    await other.until((each) => each.isQuiet, 'the end of the visit')
    await vi.waitFor(async () => expect(await noteOf('ACCEPTED-3')).toBe('command.card_expired'))
    expect(await noteOf('ACCEPTED-2')).toBeNull()
  })
})
