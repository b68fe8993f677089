import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { mayAll } from '../../../test/rights.ts'
import type { Commands, Payload } from '../commands/index.ts'
import { chargingProfilesHttp, forgetEndedProfiles } from './index.ts'
import { chargingProfileEffects } from './effects.ts'

let server: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
beforeAll(async () => {
  server = await commandFixture()
  commands = server.commands(chargingProfileEffects(server))
})
afterAll(() => server.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await server.addStation(identity)
})

const profile = (chargingProfileId: number, more: Payload = {}): Payload => ({
  chargingProfileId,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16.1 }] },
  ...more,
})
const send = (action: string, payload: Payload) =>
  commands.send(server.asker, { stations: [identity], action, payload })
async function ask(action: string, payload: Payload, status = 'Accepted') {
  expect(await send(action, payload)).toHaveProperty('runId')
  const next = await commands.next(station)
  await commands.answered(next!.id, { kind: 'result', payload: { status } })
  return next!
}
const set = (connectorId: number, csChargingProfiles: Payload, status?: string) =>
  ask('SetChargingProfile', { connectorId, csChargingProfiles }, status)
const installed = async () =>
  (
    await server.db
      .selectFrom('charging_profile_installs')
      .select(['evse_no', 'profile_number'])
      .where('station_id', '=', station)
      .orderBy('profile_number')
      .execute()
  ).map((row) => `${row.evse_no}:${row.profile_number}`)

const viewer = () => ({
  ...server.asker,
  userId: server.asker.userId!,
  isDriver: false,
  clientId: null,
  rights: mayAll,
  session: 'none',
  username: '',
  locale: 'en',
})

describe('installed profiles', () => {
  it('contain what the station accepted; the same id or the same level replaces', async () => {
    await set(1, profile(1))
    await set(2, profile(2), 'Rejected')
    await set(2, profile(3))
    expect(await installed()).toEqual(['1:1', '2:3'])
    await set(2, profile(1))
    expect(await installed()).toEqual(['2:1'])
    await set(2, profile(4, { stackLevel: 1 }))
    await set(2, profile(5, { stackLevel: 1 }))
    expect(await installed()).toEqual(['2:1', '2:5'])
  })

  it('are cleared by id, by the given filter, or all', async () => {
    await set(0, profile(1, { chargingProfilePurpose: 'ChargePointMaxProfile' }))
    await set(1, profile(2))
    await set(2, profile(3, { stackLevel: 4 }))
    await ask('ClearChargingProfile', { id: 2, connectorId: 2 })
    expect(await installed()).toEqual(['0:1', '2:3'])
    await ask(
      'ClearChargingProfile',
      { connectorId: 0, chargingProfilePurpose: 'TxDefaultProfile' },
      'Unknown',
    )
    expect(await installed()).toEqual(['0:1', '2:3'])
    await ask('ClearChargingProfile', { stackLevel: 4 })
    expect(await installed()).toEqual(['0:1'])
    await ask('ClearChargingProfile', {})
    expect(await installed()).toEqual([])
  })

  it('are added by a remote start and removed when its transaction ends', async () => {
    const chargingProfile = profile(9, { chargingProfilePurpose: 'TxProfile' })
    await ask('RemoteStartTransaction', { idTag: 'a', connectorId: 1, chargingProfile })
    await ask('RemoteStartTransaction', { idTag: 'a' })
    expect(await installed()).toEqual(['1:9'])
    await forgetEndedProfiles(server)
    expect(await installed()).toEqual(['1:9'])
    server.clock.move(901_000)
    await forgetEndedProfiles(server)
    expect(await installed()).toEqual([])
  })

  it('may contain numbers of any size', async () => {
    await set(9_007_199_254_740_991, profile(-9_007_199_254_740_991))
    expect(await installed()).toEqual(['9007199254740991:-9007199254740991'])
  })
})

describe('stored profiles', () => {
  // Proves F12
  it('have a description, are listed with where they are installed, and are reused by id', async () => {
    const http = chargingProfilesHttp(server)
    const body = { id: null, description: 'Night, 16 A', profile: profile(44) }
    const stored = await http.profileSet(viewer(), body)
    expect(stored).toMatchObject({ profileid: 44, description: 'Night, 16 A', installed: [] })
    const next = await set(1, { chargingProfileId: 44 })
    expect(next.payload['csChargingProfiles']).toEqual(profile(44))
    const rows = await http.profileList(viewer(), { filter: { profileid: 44 } })
    expect(rows).toMatchObject([
      { installed: [{ identity, connectorid: 1, at: expect.stringMatching(/Z$/) }] },
    ])
    const { id } = stored as { id: string }
    expect(await http.profileSet(viewer(), { id, description: 'Day' })).toMatchObject({
      description: 'Day',
      profile: profile(44),
    })
    expect(await http.profileSet(viewer(), { ...body, description: 'again' })).toMatchObject({
      refusal: 'conflict',
    })
    expect(await http.profileDelete(viewer(), { id })).toEqual({ result: true })
    expect(await http.profileDelete(viewer(), { id })).toMatchObject({ refusal: 'not-found' })
  })

  it('are rejected with the invalid field, when stored or sent', async () => {
    const broken = profile(1, {
      chargingSchedule: {
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: 1 },
          { startPeriod: 1, limit: 16.15 },
        ],
      },
    })
    expect(
      await chargingProfilesHttp(server).profileSet(viewer(), {
        id: null,
        description: 'x',
        profile: broken,
      }),
    ).toMatchObject({ field: 'profile/chargingSchedule/chargingSchedulePeriod/1/limit' })
    expect(await send('SetChargingProfile', { connectorId: 1, csChargingProfiles: broken })).toMatchObject({
      field: '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/1/limit',
      code: 'value.multiple_of',
      params: { step: 0.1 },
    })
    expect(
      await send('SetChargingProfile', { connectorId: 1, csChargingProfiles: { chargingProfileId: 404 } }),
    ).toMatchObject({ code: 'value.required', field: '/csChargingProfiles/stackLevel' })
  })
})

describe('limits', () => {
  // Proves L35
  it('an account stores a limited number of profiles and can still change existing ones', async () => {
    const http = chargingProfilesHttp(server)
    const body = { id: null, description: 'Limit', profile: profile(70_000) }
    const { id } = (await http.profileSet(viewer(), body)) as { id: string }
    await server.pool.query(
      `insert into charging_profiles (id, account_id, profile_number, description, profile, purpose, stack_level)
       select gen_random_uuid(), $1, 80000 + n, 'filler', '{}', 'TxProfile', 0
       from generate_series(1, 1000 - (select count(*)::int from charging_profiles where account_id = $1)) n`,
      [server.accountId],
    )
    expect(await http.profileSet(viewer(), { ...body, profile: profile(70_001) })).toMatchObject({
      code: 'quota.charging_profiles',
    })
    expect(await http.profileSet(viewer(), { id, description: 'changed' })).toMatchObject({ id })
    await server.pool.query(`delete from charging_profiles where description = 'filler'`)
    expect(await http.profileSet(viewer(), { ...body, profile: profile(70_001) })).toHaveProperty('id')
  })

  // Proves L34
  it('a station has a limited number of installed profiles, the newest', async () => {
    await server.pool.query(
      `insert into charging_profile_installs (station_id, evse_no, profile_number, purpose, stack_level, profile,
         installed_at)
       select $1, 1, n, 'TxDefaultProfile', n, '{}', now() - interval '30 years' + n * interval '1 s'
       from generate_series(1, 500) n`,
      [station],
    )
    await set(1, profile(1_000, { stackLevel: 1_000 }))
    const numbers = await installed()
    expect(numbers).toHaveLength(500)
    expect(numbers).toContain('1:1000')
    expect(numbers).not.toContain('1:1')
  })
})
