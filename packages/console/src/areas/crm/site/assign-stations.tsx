import { useDebouncedValue } from '@mantine/hooks'
import { stationList, stationSet } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { call } from '../../../lib/call.ts'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../lib/toasts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { MultiSelectField } from '../../../ui/form/fields.tsx'

/** Dialog that puts stations without a site at this one. */
export function AssignStations({ site, onClose }: { site: Site; onClose: () => void }) {
  const t = useTexts('sites')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, 250)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const { data = [] } = useEndpoint(
    stationList,
    {
      filter: { site: null },
      fields: ['id', 'identity', 'label'],
      search: textSearch(searched, ['identity', 'label', 'address']),
      orderby: ['identity'],
      reclimit: 50,
    },
    { keepPrevious: true, hints: ['station.changed'] },
  )
  const options = new Map([
    ...chosen,
    ...data.map(({ id, identity, label }) => [id, label ? `${identity} · ${label}` : identity] as const),
  ])
  const save = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await call(stationSet, { id, site: site.id })
      return ids.length
    },
    onSuccess: (count) => {
      onClose()
      toast(t('assign.done', { count }))
    },
    onSettled: () =>
      Promise.all(['Stations', 'Sites'].map((subject) => queries.invalidateQueries({ queryKey: [subject] }))),
  })
  return (
    <FormDialog
      title={t('assign.title')}
      action={t('assign.submit')}
      save={save}
      isSendable={chosen.size > 0}
      onSubmit={() => save.mutate([...chosen.keys()])}
      onClose={onClose}
    >
      <MultiSelectField
        label={t('assign.stations')}
        description={t('assign.hint')}
        searchable
        data-autofocus
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={[...chosen.keys()]}
        onChange={(ids) => setChosen(new Map(ids.map((id) => [id, options.get(id) ?? id])))}
        searchValue={text}
        onSearchChange={setText}
        // The server has filtered already.
        filter={({ options: found }) => found}
        nothingFoundMessage={t('assign.none')}
      />
    </FormDialog>
  )
}
