import { clientSet, invoiceDraft, methodRun, sellerSet, type TariffDefinition } from '@stationmaster/contract'
import { address, sellerData } from './billing-data.ts'
import {
  addCard,
  addTariff,
  chargeEnergy,
  connectStation,
  energyAndFee,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

const dayMs = 86_400_000
export const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

type Station = Awaited<ReturnType<typeof connectStation>>

/** Operators of a test server whose sessions are charged and invoiced. */
export class ReportFixture {
  private readonly server: TestServer
  private operators = 0

  constructor(server: TestServer) {
    this.server = server
  }

  /** Adds an operator of an own account with a tariff with a commission of 10 %, and a station. */
  async operator(definition: TariffDefinition = energyAndFee) {
    const { server } = this
    this.operators += 1
    const name = `reports-${this.operators}`
    const operator = await server.user(name, { accountId: await server.addAccount(name) })
    await addTariff(server, operator.accountId, definition, { commissionBp: 1_000 })
    const station = await connectStation(server, operator, `CP-REPORT-${this.operators}`)
    return { operator, station }
  }

  /** Adds a client with a card. */
  async payer(operator: TestUser, name: string) {
    const { id } = await this.server.request(clientSet, { id: null, name, ...address }, operator)
    return { client: id, card: await addCard(this.server, operator.accountId, id) }
  }

  /** Charges energy, and rates the session; returns its id. */
  async charge({ socket }: Station, card: string, wh: number): Promise<string> {
    const { number } = await chargeEnergy(socket, card, { wh })
    await rateAll(this.server)
    return sessionId(this.server, number)
  }

  /** Issues the invoice of a client; returns its id. */
  async issue(operator: TestUser, client: string): Promise<string> {
    const seller = await this.server.request(sellerSet, sellerData, operator)
    const period = { periodfrom: dayFromNow(-3), periodto: dayFromNow(1) }
    const [draft] = await this.server.request(
      invoiceDraft,
      { client, seller: seller.id, ...period },
      operator,
    )
    await this.server.request(methodRun, { id: draft!.id, code: 'issue' }, operator)
    return draft!.id
  }
}
