import {
  type AnswerOf,
  chargedServices,
  type tariffList,
  tariffModes,
  tariffStates,
  tariffTypes,
} from '@stationmaster/contract'
import type { Format } from '../../lib/format.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { agoColumn, codeColumn, none, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type Tariff = AnswerOf<typeof tariffList>[number]

const tones: Record<(typeof tariffStates)[number], Tone> = {
  draft: 'calm',
  active: 'good',
  retired: 'calm',
  deleted: 'calm',
}
const isOwn = (code: string): code is keyof typeof tones => code in tones

/** State of a tariff or of a version. */
export function TariffState({ code, name = code }: { code: string; name?: string }) {
  const t = useTexts('tariffs')
  const given = useCustomLabels()
  const word = isOwn(code) ? t(`states.${code}`) : name
  return <ToneChip tone={isOwn(code) ? tones[code] : 'calm'}>{given('tariff', code) ?? word}</ToneChip>
}

function TariffType({ tariff: { typecode, typename } }: { tariff: Tariff }) {
  const t = useTexts('tariffs')
  const given = useCustomLabels('type')
  const own = tariffTypes.find((code) => code === typecode)
  return given('tariff', typecode) ?? (own ? t(`types.${own}`) : typename)
}

function TariffMode({ mode }: { mode: NonNullable<Tariff['mode']> }) {
  return useTexts('tariffs')(`modes.${mode}`)
}

function Services({ codes }: { codes: string }) {
  const t = useTexts('tariffs')
  const known = codes.split(/,\s*/).flatMap((code) => chargedServices.find((one) => one === code) ?? [])
  return known.map((code) => t(`services.${code}`)).join(', ')
}

/** The first price of a tariff, with the unit of its service. */
function FirstPrice({ tariff, amount, format }: { tariff: Tariff; amount: string | null; format: Format }) {
  const t = useTexts('tariffs')
  if (amount === null) return none
  const services = tariff.service ?? ''
  const unit = services.includes('energy') ? 'kwh' : services.includes('time') ? 'hour' : 'session'
  return (
    <span className="figure">{t(`units.${unit}`, { price: format.money(amount, tariff.currency) })}</span>
  )
}

const priceColumn = (field: 'price' | 'cost', options: Partial<Column<Tariff>>): Column<Tariff> => ({
  id: field,
  title: `tariffs:columns.${field}`,
  num: true,
  sort: field,
  file: [{ field }, { field: 'currency', title: 'tariffs:columns.currency' }],
  ...options,
  cell: (tariff, { format }) => <FirstPrice tariff={tariff} amount={tariff[field]} format={format} />,
})

export const tariffColumns: readonly Column<Tariff>[] = [
  textColumn('label', 'tariffs:columns.label', { min: 180, narrow: 'title' }),
  codeColumn('code', 'tariffs:columns.code', { narrow: 'subtitle' }),
  {
    id: 'state',
    title: 'tariffs:columns.state',
    sort: 'statecode',
    narrow: 'badge',
    file: [
      {
        field: 'statecode',
        words: wordsOf(tariffStates, (state, { text }) => text(`tariffs:states.${state}`)),
      },
    ],
    cell: ({ statecode, statename }) => <TariffState code={statecode} name={statename} />,
  },
  codeColumn('identity', 'tariffs:columns.identity', { hidden: true }),
  priceColumn('price', { narrow: 'value' }),
  priceColumn('cost', { hidden: true }),
  {
    id: 'service',
    title: 'tariffs:columns.service',
    file: [{ field: 'service' }],
    cell: ({ service }) => (service ? <Services codes={service} /> : none),
  },
  textColumn('linschedule', 'tariffs:columns.schedule', {
    id: 'schedule',
    cut: 'short',
    hidden: true,
  }),
  {
    id: 'mode',
    title: 'tariffs:columns.mode',
    sort: 'mode',
    file: [{ field: 'mode', words: wordsOf(tariffModes, (mode, { text }) => text(`tariffs:modes.${mode}`)) }],
    cell: ({ mode }) => (mode ? <TariffMode mode={mode} /> : none),
  },
  textColumn('clientname', 'tariffs:columns.client', { id: 'client' }),
  textColumn('grouplabel', 'tariffs:columns.group', { id: 'group', hidden: true }),
  textColumn('networkname', 'tariffs:columns.network', { id: 'network', hidden: true }),
  {
    id: 'commission',
    title: 'tariffs:columns.commission',
    sort: 'commission',
    num: true,
    hidden: true,
    file: [{ field: 'commission' }],
    cell: ({ commission }, { format }) => (commission === null ? none : format.percent(commission / 100, 2)),
  },
  {
    id: 'type',
    title: 'tariffs:columns.type',
    sort: 'typecode',
    hidden: true,
    file: [
      { field: 'typecode', words: wordsOf(tariffTypes, (type, { text }) => text(`tariffs:types.${type}`)) },
    ],
    cell: (tariff) => <TariffType tariff={tariff} />,
  },
  textColumn('currency', 'tariffs:columns.currency', { hidden: true }),
  textColumn('description', 'tariffs:columns.description', { cut: 'short', hidden: true }),
  agoColumn('lastupdate', 'tariffs:columns.lastupdate'),
]
