import * as cards from './cards.ts'
import * as commands from './commands.ts'
import type { Endpoint } from './endpoint.ts'
import * as session from './session.ts'
import * as stations from './stations.ts'
import * as transactions from './transactions.ts'

export * from './endpoint.ts'
export * from './shapes.ts'
export * from './live.ts'
export * from './page-config.ts'
export * from './session.ts'
export * from './stations.ts'
export * from './transactions.ts'
export * from './cards.ts'
export * from './commands.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'may' in value && 'answer' in value

/** Every row of the interface by its export name; the server refuses to start when one has no handler. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [session, stations, transactions, cards, commands].flatMap((subject) =>
    Object.entries(subject).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
)
