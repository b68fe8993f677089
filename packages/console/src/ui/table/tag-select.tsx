import { useTexts } from '../../lib/texts.ts'
import { FilterSelect } from './select-filter.tsx'

/** Selects one of the tags of the shown rows; absent as long as there are none. */
export function TagSelect({
  value,
  rows,
  onChange,
}: {
  value: string
  rows: readonly { tags: readonly string[] }[]
  onChange: (tag: string) => void
}) {
  const t = useTexts()
  const tags = new Set(rows.flatMap((row) => row.tags))
  if (value !== '') tags.add(value)
  if (tags.size === 0) return null
  return (
    <FilterSelect
      label={t('ui.table.tag')}
      width={200}
      placeholder={t('ui.table.allTags')}
      searchable
      clearable
      data={[...tags].sort((a, b) => a.localeCompare(b))}
      value={value || null}
      onChange={(tag) => onChange(tag ?? '')}
    />
  )
}
