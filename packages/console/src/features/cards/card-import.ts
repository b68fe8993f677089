import { cardImportCheck, cardImportRun } from '@stationmaster/contract'
import type { ImportClass } from '../../ui/import/import-class.ts'
import { tokenTypeWords, typeWords } from './card-columns.tsx'

/** Import of cards; titles and words are those of the exported list. */
export const cardImport: ImportClass = {
  kind: 'card',
  check: cardImportCheck,
  run: cardImportRun,
  columns: [
    { field: 'code', title: 'cards:columns.code' },
    { field: 'name', title: 'cards:columns.name' },
    { field: 'label', title: 'exports:label' },
    { field: 'typecode', title: 'cards:columns.type', words: typeWords },
    { field: 'tokentype', title: 'cards:columns.tokenType', words: tokenTypeWords },
    {
      field: 'maxtransactions',
      title: 'cards:columns.limit',
      words: ({ text }) => ({ 0: text('cards:unlimited') }),
    },
    { field: 'expiry', title: 'cards:columns.expiry' },
    { field: 'parentcode', title: 'cards:columns.parent' },
    { field: 'client', title: 'cards:columns.client' },
    { field: 'tags', title: 'cards:fields.tags' },
    { field: 'description', title: 'cards:fields.description' },
  ],
}
