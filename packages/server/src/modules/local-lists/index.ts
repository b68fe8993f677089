// Local lists: the tags that a station authorizes locally, as far as we sent them or the station reported
// their version. Not the cards of an account: those are checked while the station is online.
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Db } from '../../storage/transaction.ts'
import { compareWithCards } from '../cards/index.ts'
import type { ModuleContext } from '../module.ts'
import { localListEffects } from './effects.ts'
import { readLimit } from './local-list.ts'
import { findList } from './store.ts'

export const registerLocalLists = (ctx: ModuleContext) => ({
  handlers: localListsHttp(ctx),
  commandEffects: localListEffects(ctx),
})

const cardShown = (card: ReturnType<Awaited<ReturnType<typeof compareWithCards>>['cardOf']>) =>
  card && {
    id: card.id,
    name: card.name,
    status: card.status,
    expiry: card.expiresAt?.toISOString() ?? null,
    parentcode: card.parentCode,
  }

/** Endpoints of local lists. */
export const localListsHttp = (deps: { db: Db }) =>
  ({
    localListGet: async (viewer, { id }) => {
      const list = await findList(deps.db, viewer, id)
      if (!list) return refuse('station.not_found', { field: 'id' })
      const codes = list.entries.map(({ code }) => code)
      const { accountId } = list
      const { cardOf, missing, missingCount } = await compareWithCards(deps.db, viewer, { accountId, codes })
      return {
        stationid: id,
        identity: list.identity,
        version: list.version ?? 0,
        updated: list.updatedAt?.toISOString() ?? null,
        maxlength: readLimit(list.limit),
        entries: list.entries.map(({ code, status, expiresAt, parentCode }) => ({
          code,
          status,
          expiry: expiresAt?.toISOString() ?? null,
          parentcode: parentCode,
          card: cardShown(cardOf(code)),
        })),
        missing,
        missingcount: missingCount,
      }
    },
  }) satisfies Handlers
