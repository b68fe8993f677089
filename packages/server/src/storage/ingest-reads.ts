import { int, text, uuid } from '../shared/columns.ts'
import { transactionColumns } from '../shared/fact-columns.ts'
import type {
  Found,
  KnownCard,
  KnownTransaction,
  RequiredData,
  SampleKind,
  WantedKinds,
} from '../shared/facts.ts'
import type { BatchKinds, KindTable } from './ingest-kinds.ts'
import { begin, type Lane } from './ingest-lane.ts'
import type { NumberBlocks } from './ingest-numbers.ts'
import { selectedColumns, sourceRows, sourceValues } from './ingest-rows.ts'
import { prepaidAccountOf } from './prepaid-account.ts'
import type { Statement } from './statement-group.ts'

const knownTransaction = selectedColumns('t', transactionColumns)
const cardKeys = { accountId: uuid, folded: text }

// a state added by an administrator counts as the built-in state that it is based on
const cardState = `case when c.state in ('created', 'enabled', 'disabled', 'deleted') then c.state
  else state_type_of('card', c.state) end as state`

const cardsText = `
select x."accountId", x.folded, c.id, c.code, ${cardState}, c.expires_at as "expiresAt", c.parent_code as "parentCode",
  c.max_transactions as "maxTransactions", c.token_type as "tokenType", c.client_id as "clientId", c.tags, ${prepaidAccountOf('c')} as prepaid
from ${sourceRows(cardKeys)}
left join cards c on c.account_id = x."accountId" and c.code_folded = x.folded`

const runningText = `
select x."accountId", x.folded, (select count(*) from transactions t
  where t.account_id = x."accountId" and t.id_tag_folded = x.folded and t.state = 'running'
    and t.decision = 'Accepted')::int as running
from ${sourceRows(cardKeys)}`

const startsText = `
select ${knownTransaction} from ${sourceRows({ stationId: uuid, key: text })}
join transactions t on t.station_id = x."stationId" and t.start_key = x.key`

const transactionsText = `
select ${knownTransaction} from ${sourceRows({ number: int })}
join transactions t on t.number = x.number`

/** Texts of all reads, by the names under which they are prepared. */
export const readTexts = {
  'read-cards': cardsText,
  'read-running': runningText,
  'read-starts': startsText,
  'read-transactions': transactionsText,
}

type CardRow = { accountId: string; folded: string } & ({ id: null } | KnownCard)
type RunningRow = { accountId: string; folded: string; running: number }

const cardKey = (accountId: string, folded: string) => `${accountId}/${folded}`

/** Data that a batch requires, each row once. */
class BatchRequirements {
  readonly cards = new Map<string, { accountId: string; folded: string }>()
  readonly counted = new Map<string, { accountId: string; folded: string }>()
  readonly startKeys: { stationId: string; key: string }[] = []
  readonly transactions = new Set<number>()
  readonly kinds: WantedKinds[] = []
  numbers = 0

  add(required: RequiredData): void {
    for (const card of required.cards ?? []) {
      const key = cardKey(card.accountId, card.folded)
      this.cards.set(key, card)
      if (required.runningOfCards) this.counted.set(key, card)
    }
    const { startKeys } = required
    if (startKeys)
      for (const key of startKeys.keys) this.startKeys.push({ stationId: startKeys.stationId, key })
    for (const number of required.transactions ?? []) this.transactions.add(number)
    if (required.kinds && required.kinds.kinds.length > 0) this.kinds.push(required.kinds)
    this.numbers += required.numbers ?? 0
  }

  get readsTables(): boolean {
    return this.cards.size > 0 || this.startKeys.length > 0 || this.transactions.size > 0
  }
}

/** Data read for a batch; `running` also counts what the batch itself has decided so far. */
export class BatchFound implements Found {
  private readonly cards = new Map<string, KnownCard | null>()
  private readonly runningByCard = new Map<string, number>()
  private readonly startsByStation = new Map<string, KnownTransaction[]>()
  private readonly transactionsByNumber = new Map<number, KnownTransaction>()
  private readonly kinds: BatchKinds | null
  private readonly draw: () => number

  constructor(kinds: BatchKinds | null, draw: () => number) {
    this.kinds = kinds
    this.draw = draw
  }

  putCard(row: CardRow): void {
    this.cards.set(cardKey(row.accountId, row.folded), row.id === null ? null : row)
  }
  putRunning({ accountId, folded, running }: RunningRow): void {
    this.runningByCard.set(cardKey(accountId, folded), running)
  }
  putStart(row: KnownTransaction): void {
    const starts = this.startsByStation.get(row.stationId)
    if (starts) starts.push(row)
    else this.startsByStation.set(row.stationId, [row])
  }
  putTransaction(row: KnownTransaction): void {
    this.transactionsByNumber.set(row.number, row)
  }

  card(accountId: string, folded: string): KnownCard | null {
    return this.cards.get(cardKey(accountId, folded)) ?? null
  }
  running(accountId: string, folded: string): number {
    return this.runningByCard.get(cardKey(accountId, folded)) ?? 0
  }
  noteRunning(accountId: string, folded: string): void {
    this.runningByCard.set(cardKey(accountId, folded), this.running(accountId, folded) + 1)
  }
  starts(stationId: string): readonly KnownTransaction[] {
    return this.startsByStation.get(stationId) ?? []
  }
  transaction(number: number): KnownTransaction | null {
    return this.transactionsByNumber.get(number) ?? null
  }
  kindId(stationId: string, kind: SampleKind): number | null {
    return this.learnt.idOf(stationId, kind)
  }
  otherKindId(): number {
    return this.learnt.otherId
  }
  private get learnt(): BatchKinds {
    if (!this.kinds) throw new Error('a kind of sample was used that was not asked for')
    return this.kinds
  }
  noteStart(start: KnownTransaction): void {
    this.putStart(start)
  }
  noteStop(number: number, stopPayload: string): void {
    const known = this.transactionsByNumber.get(number)
    if (known) this.transactionsByNumber.set(number, { ...known, stopPayload })
  }
  nextNumber(): number {
    return this.draw()
  }
}

const noNumber = (): number => {
  throw new Error('a transaction number was drawn that was not asked for')
}

export interface ReadOutcome {
  found: BatchFound
  /** True if a database transaction is open on the lane. */
  isOpen: boolean
}

/** Reads the data that a batch requires in one round trip. If tables are read, the batch's transaction begins here. */
export async function readRequired(
  lane: Lane,
  requirements: readonly (RequiredData | undefined)[],
  { kinds, numbers }: { kinds: KindTable; numbers: NumberBlocks },
): Promise<ReadOutcome> {
  const required = new BatchRequirements()
  for (const each of requirements) if (each) required.add(each)
  // Both outlive the batch, so they must not be rolled back with it.
  const batchKinds = required.kinds.length > 0 ? await kinds.learn(lane, required.kinds) : null
  const draw = required.numbers > 0 ? await numbers.take(lane, required.numbers) : noNumber
  const found = new BatchFound(batchKinds, draw)
  if (!required.readsTables) return { found, isOpen: false }
  await lane.together([begin, ...readsOf(required, found)])
  return { found, isOpen: true }
}

function* readsOf(required: BatchRequirements, found: BatchFound): Generator<Statement> {
  const { cards, counted, startKeys, transactions } = required
  if (cards.size > 0)
    yield read<CardRow>('read-cards', { keys: [...cards.values()], put: (row) => found.putCard(row) })
  if (counted.size > 0)
    yield read<RunningRow>('read-running', {
      keys: [...counted.values()],
      put: (row) => found.putRunning(row),
    })
  if (startKeys.length > 0)
    yield read<KnownTransaction>('read-starts', { keys: startKeys, put: (row) => found.putStart(row) })
  if (transactions.size > 0)
    yield read<KnownTransaction>('read-transactions', {
      keys: Array.from(transactions, (number) => ({ number })),
      put: (row) => found.putTransaction(row),
    })
}

const read = <Row>(
  name: keyof typeof readTexts,
  { keys, put }: { keys: readonly object[]; put: (row: Row) => void },
): Statement => ({
  name,
  text: readTexts[name],
  values: sourceValues(keys),
  take: (rows) => {
    // The statement returns rows of this type.
    for (const row of rows as Row[]) put(row)
  },
})
