import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { cardSource, unknownTagSource } from './list-store.ts'
import { type CardWebDeps, noCard, setCard } from './set-card.ts'

const cards = { classCode: 'card', source: cardSource }

/** Endpoints of cards, and of tags that belong to no card. */
export const cardsHttp = (deps: CardWebDeps) =>
  ({
    cardList: (viewer, query) => deps.methods.list(viewer, cards, query),
    cardCount: (viewer, query) => runCount(deps.db, cardSource, viewer, query),
    cardGet: (viewer, { id, fields }) => shown(deps, viewer, id, fields),
    cardSet: async (viewer, body) => {
      const id = await setCard(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, id)
    },
    cardAction: async (viewer, { id, action }) => {
      const result = await deps.methods.run(viewer, { classCode: 'card', id, method: action })
      return isRefusal(result) ? result : shown(deps, viewer, id)
    },
    cardMethod: (viewer, { id }) => deps.methods.offers(viewer, 'card', id),
    cardType: async (_viewer, { fields }) => deps.methods.types('card', fields),
    unknownTags: (viewer, query) => runList(deps.db, unknownTagSource, viewer, query),
  }) satisfies Handlers

const shown = async (deps: CardWebDeps, viewer: Viewer, id: string, fields?: string[]) =>
  (await deps.methods.get(viewer, cards, { id }, fields)) ?? noCard
