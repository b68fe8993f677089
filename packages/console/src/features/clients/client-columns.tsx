import { type AnswerOf, type clientList, clientTypes } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { ObjectState } from '../../ui/state/object-state.tsx'
import { codeColumn, momentColumn, numberColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type Client = AnswerOf<typeof clientList>[number]

export function ClientState({ client }: { client: Client }) {
  const t = useTexts('clients')
  return <ObjectState classCode="client" object={client} word={(state) => t(`states.${state}`)} />
}

/** Returns a function that translates types of clients; custom labels take precedence. */
export function useClientTypeLabel() {
  const t = useTexts('clients')
  const given = useCustomLabels('type')
  return (code: string): string => {
    const ours = clientTypes.find((known) => known === code)
    return given('client', code) ?? (ours ? t(`types.${ours}`) : code)
  }
}

function ClientType({ code }: { code: string }) {
  return useClientTypeLabel()(code)
}

export const clientTypeWords = wordsOf(
  clientTypes,
  (code, { text, custom }) => custom('type', 'client', code) ?? text(`clients:types.${code}`),
)

export const clientColumns: readonly Column<Client>[] = [
  textColumn('name', 'clients:columns.name', { min: 180, narrow: 'title' }),
  codeColumn('code', 'clients:columns.code', { narrow: 'value' }),
  {
    id: 'state',
    title: 'clients:columns.state',
    sort: 'statecode',
    narrow: 'badge',
    cell: (client) => <ClientState client={client} />,
  },
  {
    id: 'type',
    title: 'clients:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: clientTypeWords }],
    narrow: 'subtitle',
    cell: (client) => <ClientType code={client.typecode} />,
  },
  textColumn('email', 'clients:columns.email', { cut: 'wide' }),
  textColumn('phone', 'clients:columns.phone'),
  numberColumn('stations', 'clients:columns.stations', { sort: false }),
  numberColumn('cards', 'clients:columns.cards', { sort: false }),
  numberColumn('users', 'clients:columns.users', { sort: false, hidden: true }),
  textColumn('label', 'clients:columns.label', { hidden: true }),
  textColumn('identity', 'clients:columns.identity', { hidden: true }),
  momentColumn('created', 'clients:columns.created', { hidden: true }),
]
