// Authorization: decides for requests of users which cards may charge at a station. Not here: messages of stations
// about cards (cards), and the rules themselves (access-rules).
import type { Deciders } from '../cards/index.ts'
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { checkCard } from './check-card.ts'
import { accessEffect } from './refuse-by-rules.ts'

export const registerAuthorization = (ctx: ModuleContext, { deciders }: { deciders: Deciders }) => ({
  handlers: { cardCheck: (viewer, body) => checkCard({ ...ctx, deciders }, viewer, body) } satisfies Handlers,
  commandEffects: [accessEffect({ ...ctx, deciders })],
})
