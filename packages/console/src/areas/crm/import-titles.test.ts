import { expect, it } from 'vitest'
import { cardColumns } from '../../features/cards/card-columns.tsx'
import { cardImport } from '../../features/cards/card-import.ts'
import { clientColumns } from '../../features/clients/client-columns.tsx'
import { clientImport } from '../../features/clients/client-import.ts'
import { siteColumns } from '../../features/sites/site-columns.tsx'
import { siteImport } from '../../features/sites/site-import.ts'
import { stationColumns } from '../../features/stations/station-columns.tsx'
import { stationImport } from '../../features/stations/station-import.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { fileColumns } from '../../ui/table/file-sheet.ts'

const lists = [
  ['cards', cardColumns, cardImport],
  ['clients', clientColumns, clientImport],
  ['sites', siteColumns, siteImport],
  ['stations', stationColumns, stationImport],
] as const

it.each(lists)('columns of exported %s have the titles and units of the import', (_name, columns, of) => {
  const exported = (columns as readonly Column<never>[]).flatMap((column) =>
    fileColumns(column).map((one) => ({ title: column.title, ...one })),
  )
  const shared = exported.flatMap((column) => {
    const name = column.field.replace(/^(client|site)name$/, '$1')
    const field = name === 'networkname' && of.kind === 'site' ? 'network' : name
    const imported = of.columns.find((one) => one.field === field)
    return imported ? [{ column, imported }] : []
  })
  expect(shared.length).toBeGreaterThan(4)
  for (const { column, imported } of shared)
    expect([column.title, column.unit, Boolean(column.words)]).toEqual([
      imported.title,
      imported.unit,
      Boolean(imported.words),
    ])
})
