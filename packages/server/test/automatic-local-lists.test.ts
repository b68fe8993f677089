import {
  accessRuleSet,
  accountSet,
  cardAction,
  cardSet,
  clientSet,
  localListGet,
  localListSet,
  localListValid,
  networkSet,
  siteSet,
  stationCount,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { maxParallel } from '../src/modules/local-lists/list-sync.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  admin = await server.user('adam', { isAdmin: true })
  for (const code of ['A', 'B', 'C'])
    cards.set(code, (await server.request(cardSet, { id: null, code }, operator)).id)
})
afterAll(() => server.close())
const cards = new Map<string, string>()
const open: ListStation[] = []
afterEach(async () => {
  for (const station of open.splice(0)) {
    await server.request(localListSet, { id: station.id, automatic: 'off' }, operator)
    await station.socket.close()
  }
})

type Payload = Record<string, unknown>
interface Item {
  idTag: string
  idTagInfo?: Payload
}

/** A station with a local list, which records what it is asked. */
class ListStation {
  readonly id: string
  socket!: RawStation
  version = 0
  readonly list = new Map<string, Payload>()
  readonly requests: [action: string, payload: Payload][] = []
  settings: Record<string, string> = {
    LocalAuthListEnabled: 'true',
    LocalAuthListMaxLength: '10',
    SendLocalListMaxLength: '10',
  }
  /** Answers instead of the station; undefined: the station does. */
  answer: (action: string, payload: Payload) => unknown = () => undefined
  private readonly added: { identity: string; key: string }

  private constructor(id: string, added: ListStation['added']) {
    this.id = id
    this.added = added
  }

  private static count = 0

  static async add(name: string, settings: Record<string, string> = {}): Promise<ListStation> {
    // a second try adds its stations again
    const identity = `${name}-${++ListStation.count}`
    const { station, key } = await server.request(stationSet, { id: null, identity }, operator)
    const added = new ListStation(station.id, { identity, key: key! })
    Object.assign(added.settings, settings)
    await added.connect()
    open.push(added)
    return added
  }

  async connect(): Promise<void> {
    this.socket = await RawStation.connect({ url: server.url.replace('http', 'ws'), ...this.added })
    this.socket.onCall = (action, payload, id) => {
      this.requests.push([action, payload as Payload])
      const answer = this.answer(action, payload as Payload)
      if (answer === 'none') return undefined
      return answer ?? this.respond(action, payload as Payload, id)
    }
    await this.socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  }

  private respond(action: string, payload: Payload, _id: string): unknown {
    if (action === 'GetConfiguration')
      return {
        configurationKey: Object.entries(this.settings).map(([key, value]) => ({
          key,
          value,
          readonly: true,
        })),
      }
    if (action === 'GetLocalListVersion') return { listVersion: this.version }
    if (action !== 'SendLocalList') return {}
    const { listVersion, updateType, localAuthorizationList } = payload
    if (updateType === 'Differential' && Number(listVersion) <= this.version)
      return { status: 'VersionMismatch' }
    if (updateType === 'Full') this.list.clear()
    for (const { idTag, idTagInfo } of localAuthorizationList as Item[])
      if (idTagInfo) this.list.set(idTag, idTagInfo)
      else this.list.delete(idTag)
    this.version = Number(listVersion)
    return { status: 'Accepted' }
  }

  get identity(): string {
    return this.added.identity
  }

  get codes(): string[] {
    return [...this.list.keys()].sort()
  }

  /** Types and lengths of the lists sent so far. */
  get sent(): string[] {
    return this.requests.flatMap(([action, payload]) =>
      action === 'SendLocalList'
        ? [`${String(payload['updateType'])} ${(payload['localAuthorizationList'] as Item[]).length}`]
        : [],
    )
  }

  automatic = (automatic?: 'account' | 'on' | 'off') =>
    server.request(localListSet, { id: this.id, automatic }, operator)

  async sync() {
    return (await server.request(localListGet, { id: this.id }, operator)).sync
  }

  /** Waits for a state; the job runs as the timetable would run it. */
  async becomes(state: string | null): Promise<void> {
    await expect
      .poll(
        async () => {
          await server.app.jobs.work('local-lists.sync')
          return (await this.sync()).state
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(state)
  }
}

/** Runs the job until the station has these cards. */
const hasCards = (station: ListStation, codes: string[]) =>
  expect
    .poll(
      async () => {
        await server.app.jobs.work('local-lists.sync')
        return station.codes
      },
      { timeout: 60_000, interval: 100 },
    )
    .toEqual(codes)

describe('a list that is generated', () => {
  test('is off by default, is sent in full, then as the difference, and follows cards and rules', async () => {
    const station = await ListStation.add('LIST-1')
    await server.app.jobs.work('local-lists.sync')
    expect(await station.sync()).toMatchObject({ automatic: 'account', state: null })
    await station.automatic('on')
    await station.becomes('current')
    expect(station.codes).toEqual(['A', 'B', 'C'])
    expect(station.requests.map(([action]) => action)).toEqual([
      'GetConfiguration',
      'GetLocalListVersion',
      'SendLocalList',
    ])
    expect(await station.sync()).toMatchObject({
      entries: 3,
      omitted: 0,
      versionsent: 1,
      versionconfirmed: 1,
      outdatedsince: null,
      error: null,
    })
    expect(await server.changesOf(station.id)).toContain('update by olga')

    const rule = await server.request(
      accessRuleSet,
      { id: null, label: 'Not B', effect: 'deny', card: cards.get('B'), station: station.id },
      operator,
    )
    await hasCards(station, ['A', 'C'])
    await server.request(cardAction, { id: cards.get('C')!, action: 'disable' }, operator)
    await hasCards(station, ['A'])
    // of one card the whole list is as short as the difference
    expect(station.sent).toEqual(['Full 3', 'Differential 1', 'Full 1'])
    await server.request(cardAction, { id: cards.get('C')!, action: 'enable' }, operator)
    await server.request(
      accessRuleSet,
      { id: rule.id, times: [{ days: [7], from: '01:00', to: '02:00' }] },
      operator,
    )
    await hasCards(station, ['A', 'C'])
    await server.request(accessRuleSet, { id: rule.id, label: 'B', effect: 'allow' }, operator)
    await hasCards(station, ['A', 'B', 'C'])
    await server.db.updateTable('access_rules').set({ state: 'deleted' }).execute()
  })

  test('follows the client of the station, whose users see no card of others before it is sent', async () => {
    const client = await server.request(clientSet, { id: null, name: 'Utility' }, operator)
    const user = await server.user('lena')
    await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', user.id).execute()
    const card = await server.request(cardSet, { id: null, code: 'D', client: client.id }, operator)
    const station = await ListStation.add('LIST-9')
    await station.automatic('on')
    await hasCards(station, ['A', 'B', 'C', 'D'])
    const assign = (to: string | null) => server.request(stationSet, { id: station.id, client: to }, operator)
    const shownTo = async (who: TestUser) =>
      (await server.request(localListGet, { id: station.id }, who)).entries.map(({ code }) => code)
    station.answer = (action) => (action === 'SendLocalList' ? 'none' : undefined)
    await assign(client.id)
    expect(await shownTo(user)).toEqual(['D'])
    expect(await shownTo(operator)).toEqual(['A', 'B', 'C', 'D'])
    station.answer = () => undefined
    await station.socket.close()
    await station.connect()
    await hasCards(station, ['D'])
    await assign(null)
    await hasCards(station, ['A', 'B', 'C', 'D'])
    await server.request(cardAction, { id: card.id, action: 'disable' }, operator)
  })

  test('is compared again when the network of its site changes while the station is offline', async () => {
    const network = await server.request(
      networkSet,
      { id: null, code: 'closed', name: 'Closed', statecode: 'enabled' },
      admin,
    )
    const site = await server.request(siteSet, { id: null, label: 'Pier' }, operator)
    const station = await ListStation.add('LIST-10')
    await server.request(stationSet, { id: station.id, site: site.id }, operator)
    await station.automatic('on')
    await station.becomes('current')
    await station.socket.close()
    const added = new Date(server.clock.now())
    await server.request(
      accessRuleSet,
      { id: null, label: 'Not B', effect: 'deny', card: cards.get('B'), network: network.id },
      operator,
    )
    const noted = async () =>
      (await server.db.selectFrom('accounts').selectAll().where('id', '=', operator.accountId).execute())[0]
    await expect
      .poll(async () => (await noted())!.local_lists_changed_at! > added, { timeout: 20_000 })
      .toBe(true)
    await station.becomes('current')
    await server.request(siteSet, { id: site.id, network: network.id }, operator)
    await station.becomes('outdated')
    await server.db.updateTable('access_rules').set({ state: 'deleted' }).execute()
  })

  test('respects the limits of the station and continues with parts', async () => {
    const station = await ListStation.add('LIST-2', {
      LocalAuthListMaxLength: '2',
      SendLocalListMaxLength: '1',
    })
    await station.automatic('on')
    await station.becomes('current')
    expect(station.codes).toEqual(['A', 'B'])
    expect(station.sent).toEqual(['Full 1', 'Differential 1'])
    expect(await station.sync()).toMatchObject({ entries: 2, omitted: 1, versionconfirmed: 2 })
  })

  test('is sent in full after a rejected difference, and once more after a list of a user', async () => {
    const station = await ListStation.add('LIST-3')
    await station.automatic('on')
    await station.becomes('current')
    station.version = 99
    await server.request(cardAction, { id: cards.get('C')!, action: 'disable' }, operator)
    await hasCards(station, ['A', 'B'])
    expect(station.sent).toEqual(['Full 3', 'Differential 1', 'Full 2'])
    await server.request(cardAction, { id: cards.get('C')!, action: 'enable' }, operator)
    await hasCards(station, ['A', 'B', 'C'])
    await server.post(
      `/api/v1/ChargePoint/${station.identity}/SendLocalList`,
      {
        listVersion: 500,
        updateType: 'Full',
        localAuthorizationList: [{ idTag: 'X', idTagInfo: { status: 'Accepted' } }],
      },
      operator.token,
    )
    expect(station.codes).toEqual(['X'])
    await hasCards(station, ['A', 'B', 'C'])
    expect(station.version).toBeGreaterThan(500)
  })

  test('is compared after a boot, and sent again if the station lost it', async () => {
    const station = await ListStation.add('LIST-4')
    await station.automatic('on')
    await station.becomes('current')
    await station.socket.close()
    station.requests.length = 0
    await station.connect()
    await expect
      .poll(async () => {
        await server.app.jobs.work('local-lists.sync')
        return station.requests.map(([action]) => action)
      })
      .toEqual(['GetLocalListVersion'])
    await station.becomes('current')
    await station.socket.close()
    station.version = 0
    station.list.clear()
    await station.connect()
    await hasCards(station, ['A', 'B', 'C'])
  })

  test('waits for a station that is offline, which a filter of the list of stations finds', async () => {
    const station = await ListStation.add('LIST-5')
    await station.automatic('on')
    await station.becomes('current')
    await station.socket.close()
    await server.request(cardSet, { id: cards.get('A')!, expiry: '2099-01-01T00:00:00Z' }, operator)
    await station.becomes('outdated')
    const filter = { identity: station.identity, locallist: 'outdated' }
    expect(await server.request(stationCount, { filter }, operator)).toEqual({ count: 1 })
    expect((await station.sync()).error).toBeNull()
    await station.connect()
    await station.becomes('current')
    expect(station.list.get('A')).toEqual({ status: 'Accepted', expiryDate: '2099-01-01T00:00:00.000Z' })
    await server.request(cardSet, { id: cards.get('A')!, expiry: null }, operator)
  })

  test.each([
    ['NotSupported', 'local_list.unsupported', undefined],
    ['Failed', 'local_list.rejected', { status: 'Failed' }],
  ])('has a reason after %s, pauses, and is sent again on request', async (status, code, params) => {
    const station = await ListStation.add(`LIST-${status}`)
    station.answer = (action) => (action === 'SendLocalList' ? { status } : undefined)
    await station.automatic('on')
    await expect
      .poll(async () => {
        await server.app.jobs.work('local-lists.sync')
        const { state, nextattempt } = await station.sync()
        return state === 'failed' && nextattempt !== null
      })
      .toBe(true)
    const sync = await station.sync()
    expect(sync.error).toEqual({ code, params: params ?? null })
    expect(Date.parse(sync.nextattempt!)).toBeGreaterThan(server.clock.now().getTime())
    const count = station.sent.length
    await server.app.jobs.work('local-lists.sync')
    await station.socket.call('Heartbeat', {})
    expect(station.sent).toHaveLength(count)
    station.answer = () => undefined
    await station.automatic()
    await station.becomes('current')
    expect((await station.sync()).error).toBeNull()
  })

  test('is not sent to a station that has switched it off', async () => {
    const station = await ListStation.add('LIST-6', { LocalAuthListEnabled: 'false' })
    await station.automatic('on')
    await station.becomes('failed')
    expect((await station.sync()).error?.code).toBe('local_list.disabled')
    expect(station.sent).toEqual([])
  })

  test('follows the setting of the account unless the station has its own', async () => {
    const [one, other] = [await ListStation.add('LIST-7'), await ListStation.add('LIST-8')]
    await other.automatic('off')
    await server.request(accountSet, { autolocallists: true }, admin)
    await one.becomes('current')
    await other.becomes(null)
    expect(other.sent).toEqual([])
    await server.request(accountSet, { autolocallists: false }, admin)
    await one.becomes(null)
  })
})

describe('a list that a user sends', () => {
  test('can have the valid cards of the station, as many as it accepts in one message', async () => {
    const station = await ListStation.add('LIST-20', { SendLocalListMaxLength: '2' })
    const valid = (who = operator) => server.request(localListValid, { id: station.id }, who)
    const command = (action: string) =>
      server.post(`/api/v1/ChargePoint/${station.identity}/${action}`, {}, operator.token)
    // nothing is known: as for generated lists, 20 entries per message
    const all = await valid()
    expect(all).toMatchObject({ version: null, omitted: 0 })
    expect(all.entries.map(({ code }) => code)).toEqual(['A', 'B', 'C'])
    station.version = 7
    await command('GetLocalListVersion')
    await command('GetConfiguration')
    const two = await valid()
    expect(two).toMatchObject({ version: 8, omitted: 1 })
    expect(two.entries).toEqual([
      { code: 'A', status: 'Accepted', expiry: null, parentcode: null },
      { code: 'B', status: 'Accepted', expiry: null, parentcode: null },
    ])
    await server.request(cardAction, { id: cards.get('A')!, action: 'disable' }, operator)
    expect((await valid()).entries.map(({ code }) => code)).toEqual(['B', 'C'])
    await server.request(cardAction, { id: cards.get('A')!, action: 'enable' }, operator)
    const other = await server.user('otto', { accountId: await server.addAccount('other') })
    await expect(valid(other)).rejects.toThrow(/station.not_found/)
  })
})

describe('many stations', () => {
  // Proves L175
  test('some that do not answer do not delay others; at most 20 are asked at the same time', async () => {
    const stations: ListStation[] = []
    for (let n = 0; n <= maxParallel; n++) {
      const station = await ListStation.add(`MANY-${n}`)
      station.answer = () => 'none'
      stations.push(station)
    }
    for (const station of stations) await station.automatic('on')
    const asked = () => stations.filter(({ requests }) => requests.length > 0)
    await expect
      .poll(
        async () => {
          await server.app.jobs.work('local-lists.sync')
          return asked().length
        },
        { timeout: 60_000 },
      )
      .toBe(maxParallel)
    const last = stations.find(({ requests }) => requests.length === 0)!
    last.answer = () => undefined
    // the first one ends, and its place is taken by the last
    await asked()[0]!.socket.close()
    await hasCards(last, ['A', 'B', 'C'])
    await last.becomes('current')
  })
})
