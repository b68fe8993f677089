import { endpoints } from '@stationmaster/contract'
import { SimulatedStation, type StationOptions } from '@stationmaster/simulator'
import { type App, composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/shared/clock.ts'
import { createLog } from '../src/shared/log.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { addAdministrator, LoginSessions } from './login-sessions.ts'
import type { TestCertificate } from './pki.ts'

export interface Answer<Body = Record<string, unknown>> {
  status: number
  body: Body
}

/** A complete server, API and station gateway, with its own port and database. */
export class WholeServer {
  readonly fresh: FreshDatabase
  readonly app: App
  readonly port: number
  /** The short link of stations, to which their identity is appended. */
  readonly link: string
  private readonly token: string
  private readonly stations: SimulatedStation[] = []

  private constructor(parts: Pick<WholeServer, 'fresh' | 'app' | 'port'> & { token: string }) {
    this.fresh = parts.fresh
    this.app = parts.app
    this.port = parts.port
    this.token = parts.token
    this.link = `ws://127.0.0.1:${parts.port}/ocpp/`
  }

  static async open(variables: Record<string, string> = {}, database?: FreshDatabase): Promise<WholeServer> {
    const fresh = database ?? (await freshDatabase())
    const config = readConfig({ DATA_DIR: fresh.dataDir, ...variables })
    await addAdministrator(fresh.db, systemClock.now())
    const log = createLog(process.env['TEST_LOG'] ?? 'silent')
    const app = await composeApp({ config, databaseUrl: fresh.url, log })
    const port = await app.listen(0, '127.0.0.1')
    const sessions = await LoginSessions.open({ db: fresh.db, bus: app.bus, clock: systemClock })
    const { token } = await sessions.of('admin')
    return new WholeServer({ fresh, app, port, token })
  }

  /** Opens a server with its jobs, and with a port for stations with TLS. */
  static async openWithTls(certificate: TestCertificate): Promise<{ server: WholeServer; tlsPort: number }> {
    const server = await WholeServer.open({
      OCPP_TLS_CERTIFICATE: certificate.certificatePath,
      OCPP_TLS_KEY: certificate.keyPath,
      OCPP_TLS_PORT: '0',
    })
    const tlsPort = await server.app.listenWithTls('127.0.0.1')
    if (tlsPort === null) throw new Error('the port with TLS is not open')
    server.app.jobs.start()
    return { server, tlsPort }
  }

  /** Calls the API as the administrator. */
  async call<Body = Record<string, unknown>>(path: string, body: unknown = {}): Promise<Answer<Body>> {
    const response = await this.post(path, body)
    return { status: response.status, body: (await response.json()) as Body }
  }

  /** Exports a list as CSV. Throws if the request is refused. */
  async csv(path: string, query: unknown): Promise<string> {
    const response = await this.post(`${path}?format=csv`, query)
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return response.text()
  }

  private post(path: string, body: unknown): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}` },
      body: JSON.stringify(body),
    })
  }

  /** Returns the rows of a list. Throws if the request is refused. */
  async list<Row = Record<string, unknown>>(path: string, query: unknown = {}): Promise<Row[]> {
    const { status, body } = await this.call<Row[]>(path, query)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Sends a command by the endpoint `/ChargePoint/<identity>/<action>`. */
  command(identity: string, action: string, payload: unknown = {}): Promise<Answer> {
    return this.call(`/ChargePoint/${encodeURIComponent(identity)}/${action}`, payload)
  }

  /** Adds a simulated station, connects it, and waits until its boot is accepted. */
  async station(identity: string, options: Partial<StationOptions> = {}): Promise<SimulatedStation> {
    const { status, body } = await this.call<{ key: string }>(endpoints['stationSet']!.path, {
      id: null,
      identity,
    })
    if (status !== 200) throw new Error(`station ${identity} was not added: ${JSON.stringify(body)}`)
    const station = new SimulatedStation({ url: this.link, identity, key: body.key, ...options }).start()
    this.stations.push(station)
    await station.until((each) => each.isOnline && each.isQuiet, 'an accepted boot')
    return station
  }

  async close(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.stop()))
    await this.app.close()
    await this.fresh.close()
  }
}
