import { clientImportCheck, clientImportRun } from '@stationmaster/contract'
import type { ImportClass } from '../../ui/import/import-class.ts'
import { clientTypeWords } from './client-columns.tsx'

/** Import of clients; titles and words are those of the exported list. */
export const clientImport: ImportClass = {
  kind: 'client',
  check: clientImportCheck,
  run: clientImportRun,
  columns: [
    { field: 'name', title: 'clients:columns.name' },
    { field: 'code', title: 'clients:columns.code' },
    { field: 'typecode', title: 'clients:columns.type', words: clientTypeWords },
    { field: 'firstname', title: 'clients:fields.firstname' },
    { field: 'lastname', title: 'clients:fields.lastname' },
    { field: 'label', title: 'clients:columns.label' },
    { field: 'email', title: 'clients:columns.email' },
    { field: 'phone', title: 'clients:columns.phone' },
    { field: 'identity', title: 'clients:columns.identity' },
    { field: 'birthday', title: 'clients:fields.birthday' },
    { field: 'currencycode', title: 'clients:fields.currency' },
    { field: 'tags', title: 'clients:fields.tags' },
    { field: 'description', title: 'clients:fields.description' },
  ],
}
