import {
  adminUserList,
  adminUserSet,
  type AnswerOf,
  type BodyOf,
  cardList,
  clientList,
  type Endpoint,
  groupList,
  incidentList,
  resourceList,
  siteList,
  invoiceList,
  tariffList,
  tariffVersionList,
  tariffVersionSet,
  stationList,
  token,
  transactionList,
} from '@stationmaster/contract'
import { expect, vi } from 'vitest'
import { postTo, ServerProcess } from '../server-process.ts'

export const roles = ['administrator', "client's operator", 'driver'] as const
export type Role = (typeof roles)[number]

interface Login {
  username: string
  password: string
}

/** What a role opens, and what it must not see. */
export interface RoleData {
  login: Login
  /** Objects by the names in `addresses.ts`; without those that it has none of. */
  objects: Record<string, string | undefined>
  /** Names of stations and clients of others. */
  others: string[]
}

/** The client of the demo that the operator belongs to. */
const clientName = 'Hotels Lumière SA'
const password = 'a long enough password'
/** The demo opens its first incident about a minute after its start, on a busy machine later. */
const wait = { timeout: 180_000, interval: 1_000 }

/** The demo with one user of each role. */
export class SweepDemo {
  readonly origin: string
  private readonly started: ServerProcess | null
  private readonly admin: Login

  private constructor(started: ServerProcess | null, origin: string, admin: Login) {
    this.started = started
    this.origin = origin
    this.admin = admin
  }

  /** Starts the demo, or uses the one at SWEEP_ORIGIN, whose administrator has the password SWEEP_PASSWORD. */
  static async open(): Promise<SweepDemo> {
    const { SWEEP_ORIGIN: origin, SWEEP_PASSWORD } = process.env
    if (origin) return new SweepDemo(null, origin, { username: 'admin', password: SWEEP_PASSWORD ?? '' })
    const started = await ServerProcess.start({ demo: true, adminPassword: password })
    return new SweepDemo(started, started.origin, { username: 'admin', password })
  }

  async data(role: Role): Promise<RoleData> {
    const admin = await this.tokenOf(this.admin)
    await vi.waitFor(async () => expect(await this.objectsOf(admin)).toHaveProperty('incident'), wait)
    await this.addDrafts(admin)
    const all = { ...(await this.objectsOf(admin)), ...(await this.adminObjectsOf(admin)) }
    if (role === 'administrator') return { login: this.admin, objects: all, others: [] }
    const login = await this.addUser(role, admin)
    const own = await this.tokenOf(login)
    if (role === 'driver') return { login, objects: all, others: [] }
    // where the operator has none, the page says that the object of another client does not exist
    const objects = { ...all, ...(await this.objectsOf(own)) }
    return { login, objects, others: await this.othersOf(admin, own) }
  }

  async close(): Promise<void> {
    await this.started?.stop()
  }

  private async addUser(role: Role, admin: string): Promise<Login> {
    const login = { username: role.replace(/\W/g, '-'), password }
    const [known] = await this.request(adminUserList, { filter: { username: login.username } }, admin)
    if (known) return login
    const [client] = await this.request(clientList, { filter: { name: clientName } }, admin)
    const isDriver = role === 'driver'
    const user = { ...login, id: null, passwordchange: false, client: isDriver ? null : client!.id }
    await this.request(adminUserSet, { ...user, interfacecode: isDriver ? 'driver' : 'user' }, admin)
    return login
  }

  /** Adds drafts with a higher first price to the tariffs, so that there is something to compare. */
  private async addDrafts(token: string): Promise<void> {
    for (const { id, draftnumber } of await this.request(tariffList, {}, token)) {
      const [newest] = await this.request(tariffVersionList, { id, reclimit: 1 }, token)
      if (draftnumber !== null || !newest) continue
      const [first, ...others] = newest.definition.elements
      const [energy, ...rest] = first!.price_components
      const components = [{ ...energy!, price: '0.59' }, ...rest]
      const definition = {
        ...newest.definition,
        elements: [{ ...first!, price_components: components }, ...others],
      }
      await this.request(tariffVersionSet, { id, definition }, token)
    }
  }

  /** Returns the first object of each kind that the user of a token sees. */
  private async objectsOf(token: string): Promise<RoleData['objects']> {
    const [station] = await this.request(stationList, { reclimit: 1, filter: { connected: true } }, token)
    const [session] = await this.request(
      transactionList,
      { reclimit: 1, filter: { statecode: 'finished' } },
      token,
    )
    const [card] = await this.request(cardList, { reclimit: 1 }, token)
    const [client] = await this.request(clientList, { reclimit: 1, filter: { name: clientName } }, token)
    const [site] = await this.request(siteList, { reclimit: 1 }, token)
    const [tariff] = await this.request(tariffList, { reclimit: 1 }, token)
    const [invoice] = await this.request(
      invoiceList,
      { reclimit: 1, filter: { statecode: 'in_progress' } },
      token,
    )
    const [incident] = await this.request(incidentList, { reclimit: 1 }, token)
    const found = {
      station: station?.identity,
      transaction: session?.transactionid.toString(),
      card: card?.id,
      client: client?.id,
      site: site?.id,
      tariff: tariff?.id,
      invoice: invoice?.id,
      incident: incident?.id,
    }
    return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined))
  }

  private async adminObjectsOf(token: string): Promise<RoleData['objects']> {
    const [user] = await this.request(adminUserList, { reclimit: 1 }, token)
    const [group] = await this.request(groupList, { reclimit: 1 }, token)
    const [resource] = await this.request(resourceList, { reclimit: 1 }, token)
    return { user: user?.id, group: group?.id, resource: resource?.id }
  }

  /**
   * Returns names of stations and clients that the administrator sees and the operator does not. The names of
   * clients that are persons are also on their cards.
   */
  private async othersOf(admin: string, own: string): Promise<string[]> {
    const [all, mine] = await Promise.all(
      [admin, own].map(async (token) => [
        ...(await this.request(stationList, { fields: ['identity'] }, token)).map((row) => row.identity),
        ...(await this.request(clientList, { fields: ['name'], filter: { typecode: 'company' } }, token)).map(
          (row) => row.name,
        ),
      ]),
    )
    return all!.filter((name) => !mine!.includes(name))
  }

  private async tokenOf(login: Login): Promise<string> {
    const body = { grant_type: 'password', ...login }
    return ((await postTo(this.origin + token.path, body)) as AnswerOf<typeof token>).access_token
  }

  private async request<E extends Endpoint>(row: E, body: BodyOf<E>, bearer: string): Promise<AnswerOf<E>> {
    return (await postTo(`${this.origin}/api/v1${row.path}`, body, bearer)) as AnswerOf<E>
  }
}
