import { stationImportCheck, stationImportRun } from '@stationmaster/contract'
import type { ImportClass } from '../../ui/import/import-class.ts'
import { typeWords } from './station-columns.tsx'

/** Import of stations; titles and words are those of the exported list. */
export const stationImport: ImportClass = {
  kind: 'station',
  check: stationImportCheck,
  run: stationImportRun,
  columns: [
    { field: 'identity', title: 'stations:columns.station' },
    { field: 'label', title: 'exports:label' },
    { field: 'typecode', title: 'stations:columns.type', words: typeWords },
    { field: 'site', title: 'stations:columns.site' },
    { field: 'networkname', title: 'stations:columns.network' },
    { field: 'client', title: 'stations:columns.client' },
    { field: 'address', title: 'stations:columns.address' },
    { field: 'timezone', title: 'imports:fields.timezone' },
    { field: 'lat', title: 'imports:fields.lat' },
    { field: 'lng', title: 'imports:fields.lng' },
    { field: 'tags', title: 'imports:fields.tags' },
    { field: 'description', title: 'imports:fields.description' },
  ],
}
