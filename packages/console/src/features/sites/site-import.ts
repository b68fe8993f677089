import { siteImportCheck, siteImportRun } from '@stationmaster/contract'
import type { ImportClass } from '../../ui/import/import-class.ts'

/** Import of sites; titles are those of the exported list. */
export const siteImport: ImportClass = {
  kind: 'site',
  check: siteImportCheck,
  run: siteImportRun,
  columns: [
    { field: 'label', title: 'sites:columns.label' },
    { field: 'code', title: 'sites:columns.code' },
    { field: 'address', title: 'sites:columns.address' },
    { field: 'postalcode', title: 'sites:columns.postalcode' },
    { field: 'city', title: 'sites:columns.city' },
    { field: 'countrycode', title: 'sites:columns.country' },
    { field: 'network', title: 'sites:columns.network' },
    { field: 'client', title: 'sites:columns.client' },
    { field: 'timezone', title: 'sites:columns.timezone' },
    { field: 'gridlimit', title: 'sites:columns.gridlimit', unit: 'kW' },
    { field: 'contactname', title: 'sites:columns.contact' },
    { field: 'contactphone', title: 'sites:columns.phone' },
    { field: 'contactemail', title: 'sites:columns.email' },
    { field: 'lat', title: 'imports:fields.lat' },
    { field: 'lng', title: 'imports:fields.lng' },
    { field: 'tags', title: 'sites:columns.tags' },
    { field: 'description', title: 'sites:columns.description' },
  ],
}
