import { RPCClient } from 'ocpp-rpc'

const script = '<img src=x onerror=alert(1)>'
/** Texts that would run as script, redirect or break the layout if they were not escaped, short and long. */
export const hostile = {
  short: '"><b onclick=x()>',
  middle: `"><script>alert(2)</script>${script}{{1}}$t(shell:screens.stations)`,
  link: 'javascript:alert(3)//',
  template: '{{constructor.constructor("alert(4)")()}}${alert(5)}<%= 6 %>',
  /** Reverses the direction of the text that follows. */
  override: `\u202etxt.exe ${script}`,
  /** A word without any place to break. */
  long: 'W'.repeat(5000),
  all: `'"></textarea></title><svg onload=alert(7)>${script}<iframe src="javascript:alert(8)">\u202e\u2066`,
}

export const hostileIdentity = `"><img src=x onerror=alert(9)>\u202e`

type Options = ConstructorParameters<typeof RPCClient>[0]
type Answer = Record<string, unknown>

const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** A station whose every text is hostile; otherwise it conforms to OCPP. */
export class HostileStation {
  private readonly client: RPCClient

  private constructor(client: RPCClient) {
    this.client = client
    client.handle(async ({ method }) => this.answer(method ?? ''))
  }

  static async connect(origin: string, key: string): Promise<HostileStation> {
    const options: Partial<Options> = {
      endpoint: `${origin.replace('http', 'ws')}/ocpp`,
      identity: hostileIdentity,
      password: key,
      protocols: ['ocpp1.6'],
      strictMode: false,
      reconnect: false,
    }
    const client = new RPCClient(options as Options) // the types of the library require options that have a default
    const station = new HostileStation(client)
    await client.connect()
    return station
  }

  call = (action: string, payload: Answer): Promise<Answer> =>
    this.client.call(action, payload) as Promise<Answer>

  /** Sends everything that a station reports about itself and a transaction, and messages that match nothing. */
  async sendAll(): Promise<void> {
    const { all, long, middle, override, short, template } = hostile
    await this.call('BootNotification', {
      chargePointVendor: all,
      chargePointModel: long,
      chargePointSerialNumber: middle,
      chargeBoxSerialNumber: override,
      firmwareVersion: template,
      iccid: short,
      imsi: all,
      meterType: middle,
      meterSerialNumber: long,
    })
    const status = { info: all, vendorId: middle, vendorErrorCode: long, timestamp: at(30) }
    for (const connectorId of [0, 1, 2])
      await this.call('StatusNotification', { connectorId, status: 'Faulted', errorCode: all, ...status })
    const { transactionId } = await this.start(1, short, at(20))
    await this.start(2, hostile.override.slice(0, 20), at(10))
    const sampledValue = [
      { value: '5000', unit: 'W', measurand: 'Power.Active.Import' },
      { value: all, unit: all, measurand: all, context: all, phase: all, location: all, format: all },
    ]
    const meterValue = [{ timestamp: at(15), sampledValue }]
    await this.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const stop = { transactionId, meterStop: 5000, timestamp: at(12), reason: all, idTag: all }
    await this.call('StopTransaction', stop)
    await this.call('StopTransaction', { ...stop, transactionId: -1, idTag: long })
    await this.call('DataTransfer', { vendorId: all, messageId: middle, data: `${all}${long}` })
    await this.call('SecurityEventNotification', { type: middle, timestamp: at(5), techInfo: all })
    await this.client.call(all, { text: all }).catch(() => {})
  }

  private start = (connectorId: number, idTag: string, timestamp: string): Promise<Answer> =>
    this.call('StartTransaction', { connectorId, idTag, meterStart: 0, timestamp })

  private answer(method: string): Answer {
    const { all, long, middle } = hostile
    switch (method) {
      case 'GetConfiguration':
        return {
          configurationKey: [
            { key: all, readonly: false, value: all },
            { key: long, readonly: true, value: long },
          ],
          unknownKey: [middle],
        }
      case 'GetDiagnostics':
        return { fileName: all }
      case 'DataTransfer':
        return { status: 'Accepted', data: `${all}${long}` }
      case 'ClearCache':
        return { status: all }
      default:
        throw Object.assign(new Error(all), { rpcErrorCode: all, details: { [all]: all } })
    }
  }

  close = (): Promise<unknown> => this.client.close({ code: 1000 })
}
