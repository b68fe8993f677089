import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import type { Commands } from '../commands/index.ts'
import { requestOnBoot } from './index.ts'
import { configurationEffects } from './effects.ts'

let server: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
const hashKey = (_station: string, key: Buffer) => createHash('sha256').update(key).digest()
beforeAll(async () => {
  server = await commandFixture()
  commands = server.commands(configurationEffects({ clock: server.clock, hashKey }))
})
afterAll(() => server.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await server.addStation(identity)
})

const send = (action: string, payload: Record<string, unknown>, stations = [identity]) =>
  commands.send(server.asker, { stations, action, payload })
async function ask(action: string, payload: Record<string, unknown>, outcome: CommandOutcome) {
  expect(await send(action, payload)).toHaveProperty('runId')
  const next = await commands.next(station)
  await commands.answered(next!.id, outcome)
  return next!
}
const result = (payload: unknown): CommandOutcome => ({ kind: 'result', payload })
const known = () =>
  server.db
    .selectFrom('station_configuration')
    .select(['key', 'value', 'is_readonly as readonly'])
    .where('station_id', '=', station)
    .orderBy('key')
    .execute()

const row = (key: string) => ({ key, readonly: true, value: '1' })

const reportKeys = (settings: Record<string, string>) =>
  ask(
    'GetConfiguration',
    {},
    result({
      configurationKey: Object.entries(settings).map(([key, value]) => ({ key, value, readonly: true })),
    }),
  )

describe('GetConfiguration', () => {
  it('stores the public keys of meters, and those that they replace', async () => {
    await reportKeys({
      MeterPublicKey1: 'aa',
      'meterpublickey[2]': 'bb',
      MeterPublicKey: 'cc',
      MeterPublicKeyOther: 'dd',
    })
    await reportKeys({ MeterPublicKey1: 'ee', 'meterpublickey[2]': 'bb' })
    const keys = await server.db
      .selectFrom('meter_keys')
      .select(['evse_no', 'public_key'])
      .where('station_id', '=', station)
      .orderBy('evse_no')
      .orderBy('public_key')
      .execute()
    expect(keys.map((row) => `${row.evse_no} ${row.public_key}`)).toEqual(['0 cc', '1 aa', '1 ee', '2 bb'])
  })

  // Proves Q29
  it('stores what the station reported, numbers and booleans as text', async () => {
    const configurationKey = [
      { key: 'HeartbeatInterval', readonly: false, value: 300 },
      { key: 'LocalPreAuthorize', readonly: 'true', value: true },
      { key: 'Empty', readonly: true },
      { key: 'Odd\0Key', readonly: false, value: 'a\0' },
      { key: 'HeartbeatInterval', readonly: true, value: '600' },
      { readonly: true, value: 'no key' },
      'nonsense',
    ]
    await ask('GetConfiguration', {}, result({ configurationKey }))
    expect(await known()).toMatchObject([
      { key: 'Empty', value: null, readonly: true },
      { key: 'HeartbeatInterval', value: '600', readonly: true },
      { key: 'LocalPreAuthorize', value: 'true', readonly: true },
      { key: 'Odd\u2400Key', value: 'a\u2400', readonly: false },
    ])
    await ask('GetConfiguration', {}, result({ configurationKey: [{ key: 'Only', readonly: true }] }))
    expect(await known()).toMatchObject([{ key: 'Only' }])
  })

  it('a request for some keys leaves the others and removes unknown ones', async () => {
    await ask('GetConfiguration', {}, result({ configurationKey: [row('A'), row('B'), row('C')] }))
    await ask(
      'GetConfiguration',
      { key: ['A', 'B'] },
      result({ configurationKey: [row('A')], unknownKey: ['B'] }),
    )
    expect(await known()).toMatchObject([{ key: 'A' }, { key: 'C' }])
  })

  // Proves L30
  it('stores a limited number of keys of limited length', async () => {
    const long = { key: 'Long', readonly: true, value: 'x'.repeat(100_000) }
    const configurationKey = [long, { ...long, key: 'k'.repeat(300) }]
    for (let n = 0; n < 2_000; n++) configurationKey.push({ key: `K${n}`, readonly: true, value: '1' })
    await ask('GetConfiguration', {}, result({ configurationKey }))
    expect(await known()).toHaveLength(500)
    // keys that are requested one by one add up as well
    server.clock.move(1_000)
    await ask('GetConfiguration', { key: ['Long', 'x'] }, result({ configurationKey: [long, row('x')] }))
    server.clock.move(1_000)
    await ask('ChangeConfiguration', { key: 'mine', value: '1' }, result({ status: 'Accepted' }))
    const stored = await known()
    expect(stored).toHaveLength(500)
    expect(stored.map(({ key }) => key)).toEqual(expect.arrayContaining(['Long', 'x', 'mine']))
    expect(stored.find(({ key }) => key === 'Long')!.value).toHaveLength(5_000)
    expect(stored.some(({ key }) => key.length > 200)).toBe(false)
  })

  // Proves INV-12
  it('does not repeat a station key that the station reports', async () => {
    const configurationKey = [{ key: 'AuthorizationKey', readonly: false, value: 'very-secret-value' }]
    const { id } = await ask('GetConfiguration', {}, result({ configurationKey }))
    expect(await known()).toMatchObject([{ key: 'AuthorizationKey', value: '***' }])
    const row = await server.pool.query('select response::text from commands where id = $1', [id])
    expect(row.rows[0].response).not.toContain('very-secret-value')
  })
})

describe('ChangeConfiguration', () => {
  it('stores the value that the station accepted, also if it requires a reboot', async () => {
    for (const [value, status] of [
      ['30', 'Accepted'],
      ['60', 'RebootRequired'],
      ['90', 'Rejected'],
    ])
      await ask('ChangeConfiguration', { key: 'MeterValueSampleInterval', value }, result({ status }))
    expect(await known()).toMatchObject([{ key: 'MeterValueSampleInterval', value: '60' }])
  })
})

const secret = '000102030405060708090a0b0c0d0e0f10111213'
const keys = () =>
  server.db.selectFrom('station_keys').selectAll().where('station_id', '=', station).execute()
const change = (outcome: CommandOutcome) =>
  ask('ChangeConfiguration', { key: 'AuthorizationKey', value: secret }, outcome)

describe('ChangeConfiguration of AuthorizationKey (P20)', () => {
  // Proves P20
  it('is valid while it is being sent, as the bytes it represents, and is stored nowhere in plain text', async () => {
    await send('ChangeConfiguration', { key: 'AuthorizationKey', value: secret })
    expect((await keys()).map((key) => key.hash)).toEqual([hashKey(station, Buffer.from(secret, 'hex'))])
    const next = await commands.next(station)
    expect(next).toMatchObject({ payload: { value: secret }, shown: { value: '***' } })
    await commands.answered(next!.id, result({ status: 'Accepted' }))
    const { rows } = await server.pool.query('select to_json(c)::text as row from commands c where id = $1', [
      next!.id,
    ])
    expect(rows[0].row).not.toContain(secret)
    expect(await known()).toMatchObject([{ key: 'AuthorizationKey', value: '***' }])
    expect((await keys()).every((key) => key.retired_at === null)).toBe(true)
  })

  it('is revoked if the station refuses it, and retained if the outcome is unknown', async () => {
    await change({ kind: 'timeout' })
    expect((await keys()).filter((key) => key.retired_at === null)).toHaveLength(1)
    await change(result({ status: 'Rejected' }))
    expect((await keys()).filter((key) => key.retired_at === null)).toHaveLength(1)
    expect(await keys()).toHaveLength(2)
    expect(await known()).toEqual([])
  })

  it('refuses a key that is too short, and the same key for several stations', async () => {
    expect(await send('ChangeConfiguration', { key: 'authorizationkey', value: 'short' })).toMatchObject({
      refusal: 'invalid',
      field: '/value',
    })
    await server.addStation(`${identity}-b`)
    expect(
      await send('ChangeConfiguration', { key: 'AuthorizationKey', value: secret }, [
        identity,
        `${identity}-b`,
      ]),
    ).toMatchObject({ field: 'identities' })
  })
})

// Proves F9
it('requests the configuration on boot only if the account asks for it', async () => {
  const boot = { id: station, accountId: server.accountId, identity }
  await requestOnBoot({ commands }, { ...boot, askOnBoot: false })
  expect(await commands.next(station)).toBeNull()
  await requestOnBoot({ commands }, { ...boot, askOnBoot: true })
  expect(await commands.next(station)).toMatchObject({ action: 'GetConfiguration', payload: {} })
})
