// Search: finds objects of all classes by a text. Each class decides which of its objects are visible.
import type { Scope } from '../../shared/scope.ts'
import { type ListSource, runGet } from '../../storage/list/list-query.ts'
import { cardSource } from '../cards/index.ts'
import { carSource } from '../cars/index.ts'
import { clientSource } from '../clients/index.ts'
import { siteSource } from '../sites/index.ts'
import { commandSource } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { reservationSource } from '../reservations/index.ts'
import { connectorSource, stationSource } from '../stations/index.ts'
import { transactionSource } from '../transactions/index.ts'
import { type SearchDeps, searchHttp } from './http.ts'

/** Lists of the built-in classes; an object is visible if the list of its class includes it. */
const sources: Partial<Record<string, ListSource<never>>> = {
  charge_point: stationSource,
  connector: connectorSource,
  transaction: transactionSource,
  reservation: reservationSource,
  card: cardSource,
  client: clientSource,
  site: siteSource,
  car: carSource,
  command: commandSource,
}

export const registerSearch = (ctx: ModuleContext, deps: Pick<SearchDeps, 'mayList' | 'customObjects'>) => ({
  handlers: searchHttp({ ...ctx, ...deps }),
  /** Returns true if the scope includes the object of a class, regardless of rules. */
  isVisible: async (scope: Scope, classCode: string, id: string): Promise<boolean> => {
    const source = Object.hasOwn(sources, classCode) ? sources[classCode] : undefined
    return !source || (await runGet({ db: ctx.db, source, scope }, { id }, ['id'])) !== null
  },
})
