import { useTexts } from '../../../lib/texts.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { agoColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import split from '../split.module.css'
import type { Setting } from './setting-place.ts'

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)

function Value({ setting }: { setting: Setting }) {
  const t = useTexts()
  const { type, value } = setting
  if (type === 'boolean') return t(value === true ? 'ui.yes' : 'ui.no')
  if (type === 'datetime') return <Moment at={String(value)} seconds />
  if (type === 'string')
    return (
      <bdi className={split.long} title={String(value)}>
        {shortened(String(value))}
      </bdi>
    )
  return <bdi className="mono">{String(value)}</bdi>
}

function TypeName({ type }: { type: Setting['type'] }) {
  return useTexts('registry')(`types.${type}`)
}

export const settingColumns: readonly Column<Setting>[] = [
  textColumn('name', 'registry:name', { sort: false, mono: true, min: 160, narrow: 'title' }),
  {
    id: 'type',
    title: 'registry:type',
    narrow: 'badge',
    cell: (setting) => (
      <span className="muted">
        <TypeName type={setting.type} />
      </span>
    ),
  },
  {
    id: 'value',
    title: 'registry:value',
    min: 220,
    narrow: 'subtitle',
    cell: (setting) => <Value setting={setting} />,
  },
  agoColumn('lastupdate', 'registry:lastupdate', { sort: false }),
]
