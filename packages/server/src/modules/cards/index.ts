// Cards: who may charge. A card is what a driver presents; its code is the idTag that stations send. Not
// here: prices of a charge, and the local lists of stations (local-lists).
import type { BodyOf, cardGet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import type { Quotas } from '../accounts/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import { importHandlers } from '../imports/index.ts'
import type { Deciders } from './authorize.ts'
import { addOwnCard } from './add-own-card.ts'
import { cardSubject } from './card-subject.ts'
import { cardSource, unknownTagSource } from './list-store.ts'
import { cardImport } from './import-cards.ts'
import { cards16 } from './ocpp16.ts'
import { type CardWebDeps, noCard, setCard } from './set-card.ts'

export { type Authorization, authorize, type Deciders } from './authorize.ts'
export { cardStatus, type CardStatus, foldCode, idTagInfo, startStatus } from './card.ts'
export {
  type AcceptedCard,
  acceptedCards,
  acceptedTransactions,
  cardSource,
  compareWithCards,
  visibleCards,
} from './list-store.ts'
export { insertCard } from './edit-store.ts'
export { addRefusal, recordTag } from './ocpp16.ts'

export const registerCards = (
  ctx: ModuleContext,
  { outbox, deciders, ...deps }: { quotas: Quotas; methods: Methods; outbox: Outbox; deciders: Deciders },
) => {
  const imports = importHandlers({ ...ctx, outbox }, cardImport({ ...ctx, ...deps }))
  return {
    handlers: {
      ...cardsHttp({ ...ctx, ...deps }),
      cardImportCheck: imports.check,
      cardImportRun: imports.run,
    } satisfies Handlers,
    stationHandlers: cards16(deciders),
    subjects: [cardSubject(deps.quotas)],
  }
}

const cards = { classCode: 'card', source: cardSource }

/** Endpoints of cards, and of tags that belong to no card. */
const cardsHttp = (deps: CardWebDeps) =>
  ({
    cardList: (viewer, query) => deps.methods.list(viewer, cards, query),
    cardCount: (viewer, query) => runCount({ db: deps.db, source: cardSource, scope: viewer }, query),
    cardGet: (viewer, body) => shown(deps, viewer, body),
    cardSet: async (viewer, body) => {
      const id = await setCard(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, { id })
    },
    driverCardAdd: async (viewer, body) => {
      const id = await addOwnCard(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, { id })
    },
    cardAction: async (viewer, { id, action }) => {
      const result = await deps.methods.run(viewer, { classCode: 'card', id, method: action })
      return isRefusal(result) ? result : shown(deps, viewer, { id })
    },
    cardMethod: (viewer, { id }) => deps.methods.offers(viewer, 'card', id),
    cardType: async (_viewer, { fields }) => deps.methods.types('card', fields),
    unknownTags: (viewer, query) => runList({ db: deps.db, source: unknownTagSource, scope: viewer }, query),
  }) satisfies Handlers

const shown = async (deps: CardWebDeps, viewer: Viewer, { id, fields }: BodyOf<typeof cardGet>) =>
  (await deps.methods.get(viewer, { ...cards, fields }, { id })) ?? noCard
