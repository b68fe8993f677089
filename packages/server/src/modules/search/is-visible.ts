import { cardSource } from '../cards/index.ts'
import { commandSource } from '../commands/index.ts'
import { reservationSource } from '../reservations/index.ts'
import { connectorSource, stationSource } from '../stations/index.ts'
import { transactionSource } from '../transactions/index.ts'
import type { Scope } from '../../shared/scope.ts'
import { type ListSource, runGet } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'

type Find = (db: Db, scope: Scope, id: string) => Promise<boolean>

const finding =
  <Row extends { id: string }>(source: ListSource<Row>): Find =>
  async (db, scope, id) =>
    (await runGet(db, source, scope, { id } as Partial<Record<keyof Row & string, string>>, ['id'])) !== null

const finds: Partial<Record<string, Find>> = {
  charge_point: finding(stationSource),
  connector: finding(connectorSource),
  transaction: finding(transactionSource),
  reservation: finding(reservationSource),
  card: finding(cardSource),
  command: finding(commandSource),
}

/** Returns true if a user can find an object of their account in the list of its class. */
export async function isVisible(
  db: Db,
  scope: Scope,
  { classCode, id }: { classCode: string; id: string },
): Promise<boolean> {
  const find = Object.hasOwn(finds, classCode) ? finds[classCode] : undefined
  return !find || find(db, scope, id)
}
